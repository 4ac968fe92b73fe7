"""Where a seat is taken: the address that a join link leads to."""

HOST, PORT = "127.0.0.1", 8000
"""Where a table is served unless somebody says otherwise."""


def join_path(token: str) -> str:
    """The path of the page on which the seat of ``token`` can be taken."""
    return f"/join/{token}"
