"""Generators of the pictures, lists and pages in ``docs`` that follow from the program itself."""
