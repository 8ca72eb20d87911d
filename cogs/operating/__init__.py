"""The tools of the operator: settings, log, figures, health, backups, checks and orders."""
