"""The computers at the tables: they think in processes of their own, and act in their matches."""
