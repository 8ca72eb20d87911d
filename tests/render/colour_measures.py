"""Measures of the difference of colours: to colour-blind people, in grey, and as text contrast."""

from render.drawing.colour import Colour

Matrix = tuple[tuple[float, float, float], ...]

# Full dichromacy, for linear RGB: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions
# on Visualization and Computer Graphics 15 (6), 2009, table 1 at severity 1.0.
VISION: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: Colour) -> tuple[float, ...]:
    """Return a colour as linear light, 0 to 1, by the sRGB transfer function (IEC 61966-2-1)."""
    shares = [value / 255 for value in colour]
    return tuple(s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """Return the CIE L*a*b* values, under D65, of linear sRGB light."""
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    inside = tuple(min(1.0, max(0.0, value)) for value in light)
    white = (0.95047, 1.0, 1.08883)
    shares = [value / full for value, full in zip(times(to_xyz, inside), white, strict=True)]
    x, y, z = (s ** (1 / 3) if s > 216 / 24389 else (24389 / 27 * s + 16) / 116 for s in shares)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(first: Colour, second: Colour, vision: str) -> float:
    one, other = (lab(times(VISION[vision], linear(colour))) for colour in (first, second))
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def lightness(colour: Colour) -> float:
    return lab(linear(colour))[0]


def luminance(colour: Colour) -> float:
    return times(((0.2126, 0.7152, 0.0722),), linear(colour))[0]


def ratio(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two colours as WCAG defines it, 1 to 21."""
    deep, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (deep + 0.05)
