"""What members do in Discord, driven through SimCord with a real database."""
