"""Mass combat (Массовый бой) of GURPS, third edition: one Quick Contest of Strategy a day."""
