"""What holds for all tests."""

import os

os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"  # they import trio, which no test uses

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
