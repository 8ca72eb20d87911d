"""Polls on the next game of a channel: the example of docs/add-an-activity.md."""
