"""Tests of lessons, puzzles and desks in the database."""
