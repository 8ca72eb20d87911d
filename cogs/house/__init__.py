"""Commands that are not about one match: settings, help, rules and privacy."""
