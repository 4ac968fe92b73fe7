"""``python -m voevoda.cli`` is the command ``voevoda``."""

from voevoda.cli import main

main()
