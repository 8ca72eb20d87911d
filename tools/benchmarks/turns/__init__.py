"""What ``tools.benchmarks.turn`` measures: the bot with meters, and a bare bot beside it."""
