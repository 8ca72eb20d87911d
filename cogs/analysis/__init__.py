"""Boards on which one person tries moves alone, to think and to learn; hints and reviews."""
