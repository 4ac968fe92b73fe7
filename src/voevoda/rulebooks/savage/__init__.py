"""Force tokens and tactics cards (жетоны войск, карты тактики): a mass battle on Savage Worlds."""
