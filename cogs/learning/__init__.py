"""What people learn with by playing: lessons, and whatever else is solved on a desk."""
