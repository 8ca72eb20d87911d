"""Finding the pieces that can capture, by bit operations on the whole board."""

from __future__ import annotations

from engine.draughts.tables import Tables


def capturing_men(tables: Tables, side: int, men: int, enemy: int, empty: int) -> int:
    """Return the set of a side's men that can capture an enemy."""
    if tables.both_ways:
        left, right = tables.jumps_higher[1]
        return men & (
            (enemy & empty >> left) >> left
            | (enemy & empty >> right) >> right
            | (enemy & empty << left) << left
            | (enemy & empty << right) << right
        )
    able = 0
    for shift in tables.jumps_lower[side]:
        able |= (enemy & empty << shift) << shift
    for shift in tables.jumps_higher[side]:
        able |= (enemy & empty >> shift) >> shift
    return able & men


def capturing_kings(tables: Tables, kings: int, enemy: int, empty: int, one: bool) -> int:
    """Return the set of kings that can capture an enemy, with ``one`` only the first found."""
    able = 0
    while kings:
        king = kings & -kings
        kings ^= king
        place = king.bit_length() - 1
        if not tables.in_line[place] & enemy:
            continue
        for _, line in tables.king_lines[place]:
            over = False
            for bit in line:
                if bit & empty:
                    if over:
                        able |= king
                        break
                    if not tables.flying:
                        break
                elif over or not bit & enemy:
                    break
                else:
                    over = True
            if able & king:
                break
        if one and able:
            break
    return able
