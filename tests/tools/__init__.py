"""Tests of tools that a change of the bot could break unnoticed."""
