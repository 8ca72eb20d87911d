from tests.loopback.parts import Parts


async def test_what_has_happened_without_being_told_is_noticed() -> None:
    looks = iter(range(4))
    await Parts("http://127.0.0.1").until(lambda: next(looks) == 3)
