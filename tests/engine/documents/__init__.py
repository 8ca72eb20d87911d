"""Tests of the games' documents."""
