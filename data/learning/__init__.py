"""Stored data of learning: private boards, puzzles, lessons' progress, and reviews."""
