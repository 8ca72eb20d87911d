"""Tests of puzzles and lessons."""
