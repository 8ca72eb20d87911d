"""Stored data for learning: private boards, puzzles, progress in lessons, and reviews."""
