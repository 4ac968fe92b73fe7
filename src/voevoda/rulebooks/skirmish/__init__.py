"""Battle cards (карты боя): a fight of a few settled in one pass, and what becomes of each who was in it."""
