"""A small Discord on 127.0.0.1, for what only a real bot process can show: crashes and resumes."""
