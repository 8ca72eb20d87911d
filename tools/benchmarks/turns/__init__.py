"""The bots that ``tools.benchmarks.turn`` measures: ours with meters, and a bare one."""
