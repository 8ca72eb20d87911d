"""Small changes of the product, one at a time: which of them do the tests catch?"""
