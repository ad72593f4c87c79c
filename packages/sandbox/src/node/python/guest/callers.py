"""Calls each uncalled function of a unit once, with arguments that fit the names of its parameters."""

import asyncio
import inspect
import itertools
import pathlib
import re
import sys
import types

import _assay_bridge as bridge
import _assay_standins as standins

FUNCTIONS_MAX = 60
ITEMS_MAX = 100


class Watch:
    """Tracks which functions of the unit were called."""

    def __init__(self, path):
        self.started = set()
        self._path = path
        sys.monitoring.use_tool_id(2, "unit")
        sys.monitoring.register_callback(2, sys.monitoring.events.PY_START, self._note)
        sys.monitoring.set_events(2, sys.monitoring.events.PY_START)

    def _note(self, code, offset):
        if code.co_filename == self._path:
            self.started.add(code)
        return sys.monitoring.DISABLE


def _argument(parameter):
    kinds = {str: "example", int: 1, float: 1.0, bool: True, list: [], dict: {}, bytes: b"example", pathlib.Path: pathlib.Path("example")}
    kind = parameter.annotation
    if isinstance(kind, str):
        kind = {"str": str, "int": int, "float": float, "bool": bool, "list": list, "dict": dict, "bytes": bytes, "Path": pathlib.Path}.get(kind)
    try:
        return kinds[kind]
    except (KeyError, TypeError):
        return _by_name(parameter.name)


def _by_name(name):
    if not _is_naming:
        return standins.StandIn(name)
    if re.search(r"(?:^|_)(?:text|line|name|path|file|filename|url|key|cmd|command|query|message|msg|content|body|token|value|title|s)$", name):
        return "example"
    if re.search(r"(?:^|_)(?:n|i|count|num|limit|size|port|timeout|days|max|min)$", name):
        return 1
    return standins.StandIn(name)


_is_naming = True


def _call(function):
    """Calls a function with values that fit its parameter names and, if that fails, with stand-ins."""
    global _is_naming
    for _is_naming in (True, False):
        try:
            return _call_once(function)
        except (TypeError, AttributeError):
            continue
        except (Exception, SystemExit):
            return None
    return None


def _call_once(function):
    parameters = inspect.signature(function).parameters.values()
    positional, named = [], {}
    for parameter in parameters:
        if parameter.default is not parameter.empty or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = _argument(parameter)
        else:
            positional.append(_argument(parameter))
    value = function(*positional, **named)
    if inspect.iscoroutine(value):
        value = asyncio.run(value)
    if inspect.isgenerator(value):
        list(itertools.islice(value, ITEMS_MAX))
    return value


def _callables(module, path):
    for value in list(module.__dict__.values()):
        if isinstance(value, types.FunctionType) and value.__code__.co_filename == path:
            yield value
        elif isinstance(value, type) and value.__module__ == "__main__":
            methods = [
                name
                for name, member in list(vars(value).items())
                if isinstance(member, (types.FunctionType, staticmethod, classmethod)) and not name.startswith("__")
            ]
            if methods:
                yield from _methods(value, methods)


def _methods(kind, names):
    made = _call(kind)
    if made is None:
        return
    for name in names:
        method = getattr(made, name, None)
        if callable(method):
            yield method


def call_the_rest(module, path, watch):
    called = 0
    for function in _callables(module, path):
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is None or code in watch.started:
            continue
        called += 1
        if called > FUNCTIONS_MAX or bridge.host.isSpent():
            bridge.ask("limit", "python functions")
            return
        _call(function)
