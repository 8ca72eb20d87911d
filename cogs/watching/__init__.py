"""Watching matches and looking back: boards, replays, histories, ratings and records."""
