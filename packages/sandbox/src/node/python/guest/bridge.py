"""The only way out of the interpreter: it sends a name and arguments and returns the world's answer."""

import errno
import json

_dumps, _loads = json.dumps, json.loads
host = None


class Stop(BaseException):
    """Ends the unit: a limit of the fake machine was reached."""


def connect():
    global host
    import _assay_host

    host = _assay_host


def ask(op, *args):
    answer = _loads(host.ask(op, _dumps(args)))
    if "error" in answer:
        code = getattr(errno, answer.get("code") or "", errno.EIO)
        raise OSError(code, answer["error"])
    return answer.get("value")


def text(data):
    """Bytes cross the bridge as text with one character per byte."""
    if data is None:
        return ""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogateescape")
    return bytes(data).decode("latin-1")


def data(latin1):
    return latin1.encode("latin-1", "replace")


def shown(value, depth=0):
    """All text in a value, including nested values."""
    if depth > 4 or value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("latin-1")
    if isinstance(value, dict):
        return " ".join(f"{shown(k, depth + 1)} {shown(v, depth + 1)}" for k, v in list(value.items())[:64])
    if isinstance(value, (list, tuple, set, frozenset)):
        return " ".join(shown(item, depth + 1) for item in list(value)[:64])
    try:
        return str(value)[:65536]
    except Exception:
        return ""


_sleeps = 0
SLEEPS_MAX = 100


def sleep(seconds):
    """Waits in virtual time. A program that waits too often is stopped."""
    global _sleeps
    _sleeps += 1
    if _sleeps > SLEEPS_MAX:
        ask("limit", "python waits")
        raise Stop()
    host.sleep(max(0.0, float(seconds)) * 1000)
