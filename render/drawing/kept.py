"""A cache of drawings, limited to a number of bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from cachetools import LRUCache, cached
from PIL import Image

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

MEBIBYTE: Final = 1024 * 1024

OVERHEAD: Final = 500
"""Bytes of an image besides its pixels, and of its place in the cache."""


class Kept(Protocol[P, R_co]):
    """A function with a cache of its last results."""

    cache: LRUCache[object, Any]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return the function's result, from the cache if possible."""
        ...

    def cache_clear(self) -> None:
        """Forget all results."""
        ...


def kept(mebibytes: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Return a decorator that caches a function's last results, up to ``mebibytes`` of images.

    The function's arguments must be hashable. Two threads that call it with the same arguments at
    once may both compute the result.
    """
    results: LRUCache[object, Any] = LRUCache(mebibytes * MEBIBYTE, getsizeof=bytes_of)
    keep: Any = cached(results, lock=Lock())
    decorate: Callable[[Callable[P, R]], Kept[P, R]] = keep
    return decorate


def bytes_of(drawn: object) -> int:
    """Return the bytes of the images in a value; an image that occurs twice counts once."""
    images = {id(image): image for image in _images(drawn)}.values()
    pixels = sum(image.width * image.height * len(image.getbands()) for image in images)
    return OVERHEAD * max(len(images), 1) + pixels


def _images(drawn: object) -> Iterable[Image.Image]:
    if isinstance(drawn, Image.Image):
        return [drawn]
    if isinstance(drawn, tuple):
        return [image for part in drawn for image in _images(part)]
    return []
