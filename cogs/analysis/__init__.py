"""Private boards for analysis and learning; hints, warnings of blunders, and reviews."""
