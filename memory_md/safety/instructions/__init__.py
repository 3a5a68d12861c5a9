"""Texts that give orders to the model that reads them."""
