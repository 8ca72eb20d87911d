"""Puzzles of the races between camps, Halma and Chinese checkers: proved by trying everything."""
