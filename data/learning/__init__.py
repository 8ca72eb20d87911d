"""What people learn with, beside their matches: private boards, and puzzles."""
