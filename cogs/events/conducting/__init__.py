"""What makes tournaments go on: rounds are paired, matches begun, scored and judged, posts sent.

What follows from the record belongs in ``engine.tournaments``, what posts say in the room above.
"""
