"""Random and mutated texts, sent to all parsers of what people type."""
