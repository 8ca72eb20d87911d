"""Mutation testing: small changes of the product, one at a time, and the tests that catch them."""
