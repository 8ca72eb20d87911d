"""What is not about one match: settings, help, rules, privacy, and what operators need."""
