"""Tests of what people learn with."""
