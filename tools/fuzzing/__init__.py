"""Texts that nobody means, sent into everything that reads what people type."""
