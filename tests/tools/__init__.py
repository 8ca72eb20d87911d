"""Tests of the tools that a change of the product could break unseen."""
