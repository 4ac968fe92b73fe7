"""voevoda: mass battles of tabletop role-playing games, right to the last modifier."""

__all__ = ["__version__"]

__version__ = "0.1.0"
