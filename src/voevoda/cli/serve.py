"""``voevoda serve``: the table in the browser, from this machine."""

from __future__ import annotations

import errno
import logging
import os
import re
import secrets
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from voevoda.cli.called import command
from voevoda.cli.output import write
from voevoda.cli.refusals import BadInput
from voevoda.cli.store import opened, place
from voevoda.cli.streams import can_show, is_plain, warn
from voevoda.i18n import Language, text
from voevoda.journal_store import Store
from voevoda.table.links import HOST, PORT

EVERYWHERE = "0.0.0.0"  # noqa: S104 (only where the person says --lan)

TRIED = 20
"""So many ports are tried where none is asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen, and as what others know it."""

    host: str = HOST
    port: int | None = None
    """None: the usual one, or the next that is free."""
    address: str = ""
    lan: str = ""
    """What to type to be reached by phones; empty if that is what was typed."""
    behind_proxy: bool = False
    """Whether a proxy on this machine is believed about who asks, and how."""


def serve(
    lan: bool,
    host: str | None,
    port: str | None,
    address: str | None,
    data: str | None,
    lang: Language,
    *,
    behind_proxy: bool = False,
) -> None:
    """Serve the table until the person ends it."""
    where = Place(
        EVERYWHERE if lan and host is None else host or HOST,
        None if port is None else _port(port),
        "" if address is None else _address(address),
        "" if lan else lan_command(port, data, lang),
        behind_proxy,
    )
    with opened(data, make=True) as store, listening(where, lang) as sockets:
        _serve(store, sockets, where, owner_secret(data), lang)


def lan_command(port: str | None, data: str | None, lang: Language) -> str:
    """What to type for the same server, reached from the network too."""
    given = [word for name, value in (("--port", port), ("--data", data)) if value for word in (name, value)]
    return f"{command(lang)} {shlex.join(['--lan', *given])}"


def _port(words: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", words) or int(words) > 65535:
        raise BadInput("cli.serve.bad_port", given=words)
    return int(words)


def _address(words: str) -> str:
    """The address under which others reach the server.  Raises ``BadInput`` for one that is none."""
    try:
        parts = urlsplit(words)
        name = parts.hostname
    except ValueError:
        name = None
    else:
        if parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.query or parts.username:
            name = None
    if not name:
        raise BadInput("cli.serve.bad_address", given=words)
    return words.rstrip("/")


# The socket


@contextmanager
def listening(where: Place, lang: Language) -> Iterator[list[socket.socket]]:
    """A socket that listens there.  Raises ``BadInput``."""
    ports = range(PORT, PORT + TRIED) if where.port is None else [where.port]
    found: socket.socket | None = None
    for port in ports:
        try:
            found = _bound(where.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == ports[-1]:
                raise _unbound(where, port, error) from error
        else:
            break
    assert found is not None
    with found:
        if where.port is None and found.getsockname()[1] != PORT:
            warn(
                text(lang, "cli.serve.other_port", {"taken": str(PORT), "port": str(found.getsockname()[1])})
            )
        yield [found]


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens.  Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have the same port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(512)
    except OSError:
        made.close()
        raise
    return made


def _unbound(where: Place, port: int, error: OSError) -> BadInput:
    """Why it cannot be listened there."""
    if error.errno == errno.EADDRINUSE:
        return BadInput("cli.serve.taken", port=str(port))
    if error.errno in (errno.EACCES, errno.EPERM):
        return BadInput("cli.serve.forbidden", port=str(port))
    return BadInput("cli.serve.bad_host", given=where.host[:60])


def lan_address() -> str | None:
    """The address of this machine in its network; None if it is in none.

    Nothing is sent: a socket is only asked which way it would go.
    """
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((far, 9))
            except OSError:
                continue
            name: str = asked.getsockname()[0]
            if not name.startswith("127.") and name not in ("0.0.0.0", "::1", "::"):  # noqa: S104
                return name
    return None


# Who runs it


def owner_secret(data: str | None) -> str:
    """The secret by which the browser of whoever runs the server is known; the same at every start.

    It lies beside the database, for its owner alone.
    """
    made = secrets.token_hex(16)
    kept = place(data)
    if kept == "sqlite://":
        return made
    folder = Path(place(None)) if "://" in kept else Path(kept)
    file = (folder.parent if folder.is_file() else folder) / "owner"
    try:
        found = file.read_text("ascii") if file.is_file() else ""
        if re.fullmatch("[0-9a-f]{32}", found):
            return found
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened_file:
            _ = opened_file.write(made)
    except (OSError, ValueError):  # then it holds until the end of this run
        return made
    return made


# What is said


def _serve(store: Store, sockets: list[socket.socket], where: Place, owner: str, lang: Language) -> None:
    from voevoda.table import Tables
    from voevoda.web.app import application
    from voevoda.web.run import run
    from voevoda.web.server import Server

    bound, port = sockets[0].getsockname()[:2]
    near = _url(
        "127.0.0.1" if bound in (EVERYWHERE, "127.0.0.1") else "::1" if bound == "::" else bound, port
    )
    far = where.address or _far(bound, port)
    name = socket.gethostname().lower()
    server = Server(
        Tables(store),
        store,
        owner=owner,
        address=far if far != near else "",
        lan=where.lan,
        hosts=frozenset(filter(None, (urlsplit(far).hostname, name, f"{name}.local"))),
        guests_begin=bound in ("127.0.0.1", "::1") and not where.address,
    )
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    _say(store, near, far, owner, lang, lan=bound in (EVERYWHERE, "::"))
    run(application(server), sockets, behind_proxy=where.behind_proxy)
    write(text(lang, "cli.serve.ended", {}))


def _far(bound: str, port: int) -> str:
    """The address that other machines reach; that of this machine if there is none."""
    if bound in ("127.0.0.1", "::1"):
        return _url(bound, port)
    found = lan_address() if bound in (EVERYWHERE, "::") else bound
    return _url(found or "127.0.0.1", port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _say(store: Store, near: str, far: str, owner: str, lang: Language, *, lan: bool) -> None:
    write(text(lang, "cli.serve.own", {"address": f"{near}/owner/{owner}"}))
    if far != near:
        write(text(lang, "cli.serve.far", {"address": far}))
        _show_code(far)
        write(text(lang, "cli.serve.plain", {}))
    elif lan:
        warn(text(lang, "cli.serve.no_network", {}))
    write(text(lang, "cli.serve.kept", {"database": store.name}))
    sys.stdout.flush()


def _show_code(address: str) -> None:
    """The address as a QR code of half blocks, black on white, where the console has them."""
    if not can_show(sys.stdout, "█▀▄"):
        return
    import segno

    quiet = 2
    rows = [list(map(bool, row)) for row in segno.make(address, error="m", micro=False).matrix]
    width = len(rows[0]) + 2 * quiet
    empty = [[False] * width for _ in range(quiet)]
    rows = [*empty, *([False] * quiet + row + [False] * quiet for row in rows), *empty, [False] * width]
    # Light is drawn: a plain console is dark. Where there are colours, they are said.
    before, after = ("", "") if is_plain(sys.stdout) else ("\x1b[97;40m", "\x1b[0m")
    for upper, lower in zip(rows[::2], rows[1::2], strict=False):
        line = "".join(
            " ▄▀█"[2 * (not above) + (not below)] for above, below in zip(upper, lower, strict=True)
        )
        _ = sys.stdout.write(f"{before}{line}{after}\n")
