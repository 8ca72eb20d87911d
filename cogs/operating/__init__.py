"""What those who run the bot see of it: lines of its log, figures, and whether it is well."""
