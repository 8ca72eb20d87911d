"""Tests, whose folders mirror those of the modules they test."""
