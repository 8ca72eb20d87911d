"""The pictures, lists and pages in ``docs`` that are made from the program itself."""
