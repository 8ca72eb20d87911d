"""Games of draughts in the dialects of PDN that other programs and people write."""
