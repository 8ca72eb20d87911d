"""Boards on which one person moves by themselves, to think and to learn; hints and reviews."""
