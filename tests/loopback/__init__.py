"""A small Discord on 127.0.0.1, for tests that need a real bot process: crashes and resumes."""
