"""The secret set-up of Les Alliés: where soldiers may stand, and how a director arranges them."""
