"""What people learn with, beside their matches: private boards, puzzles, and reviews."""
