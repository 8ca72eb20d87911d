"""The computers at the tables: they think in separate processes, and act in their matches."""
