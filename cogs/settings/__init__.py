"""What members, servers and owners set, and privacy: what is stored of a person."""
