"""Tests of reading draughts games in the dialects of PDN that other programs and people write."""
