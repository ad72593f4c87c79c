"""Runs one unit in the fake machine: surroundings first, then its code, then the functions that nobody called."""

import argparse
import asyncio
import atexit
import base64
import binascii
import builtins
import codecs
import collections
import configparser
import csv
import dataclasses
import datetime
import functools
import getpass
import glob
import gzip
import hashlib
import hmac
import html
import inspect
import io
import itertools
import json
import logging
import marshal
import math
import os
import pathlib
import pickle
import platform
import random
import re
import shutil
import signal
import string
import struct
import sys
import tempfile
import textwrap
import time
import traceback
import types
import typing
import urllib.parse
import uuid
import zipfile
import zlib

import _assay_bridge as bridge
import _assay_clients as clients
import _assay_network as network
import _assay_processes as processes
import _assay_standins as standins

FUNCTIONS_MAX = 60
ITEMS_MAX = 100
_is_running = False


def connect():
    bridge.connect()


class _Environ(os._Environ):
    """Each variable with a planted value is told when it is looked at; all of them at once as such."""

    def _plain(self):
        return {self.decodekey(k): self.decodevalue(v) for k, v in self._data.items()}

    def __getitem__(self, key):
        value = super().__getitem__(key)
        if key in _planted:
            bridge.ask("env", key)
        else:
            bridge.ask("look", key)
        return value

    def __iter__(self):
        bridge.ask("bulkEnv")
        return iter([self.decodekey(key) for key in list(self._data)])

    def __repr__(self):
        return repr(dict(self))


_planted = frozenset()


def _surround(facts, order):
    global _planted
    _planted = frozenset(facts["planted"])
    os.environ.__class__ = _Environ
    os.environ._data.clear()
    for name, value in facts["env"].items():
        os.environ._data[os.environ.encodekey(name)] = os.environ.encodevalue(value)
    kernel = "Darwin" if facts["platform"] == "darwin" else "Linux"
    sys.platform = facts["platform"]
    sys.argv = [order["path"], *order["args"]]
    sys.executable = "/usr/bin/python3"
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(order["path"]))
    os.chdir(facts["cwd"])
    uname = os.uname_result((kernel, facts["hostName"], "6.1.0", "#1 SMP", "x86_64"))
    os.uname = lambda: uname
    platform.system = lambda: kernel
    platform.node = lambda: facts["hostName"]
    platform.release = lambda: "6.1.0"
    platform.machine = lambda: "x86_64"
    platform.platform = lambda *_: f"{kernel}-6.1.0-x86_64"
    getpass.getuser = os.getlogin = lambda: facts["user"]
    getpass.getpass = lambda *_, **__: "password"
    os.getuid = os.geteuid = os.getgid = os.getegid = lambda: facts["uid"]
    entry = types.SimpleNamespace(pw_name=facts["user"], pw_dir=facts["home"], pw_uid=facts["uid"], pw_shell="/bin/bash")
    users = types.ModuleType("pwd")
    users.getpwuid = users.getpwnam = lambda *_: entry
    users.getpwall = lambda: [entry]
    sys.modules["pwd"] = users
    terminal = types.ModuleType("pty")
    terminal.spawn = processes.pty_spawn
    sys.modules["pty"] = terminal


def _noting(real):
    """What comes out of a decoder is known again if it is run."""

    @functools.wraps(real)
    def decode(*args, **kwargs):
        value = real(*args, **kwargs)
        if _is_running and isinstance(value, (bytes, str)) and len(value) >= 8:
            bridge.ask("decoded", bridge.text(value)[:65536])
        return value

    return decode


def _answers():
    left = [20]

    def answer(prompt=""):
        line = sys.stdin.readline()
        if line:
            return line.rstrip("\n")
        left[0] -= 1
        if left[0] < 0:
            raise EOFError
        return "y"

    return answer


def _rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    try:
        bridge.ask("remove", os.path.abspath(os.fspath(path)), True, False)
    except OSError:
        if not ignore_errors and onerror is None and onexc is None:
            raise FileNotFoundError(2, "No such file or directory", str(path))


def _patch():
    time.sleep = bridge.sleep
    builtins.input = _answers()
    shutil.rmtree = _rmtree
    binascii.a2b_base64 = _noting(binascii.a2b_base64)
    binascii.unhexlify = binascii.a2b_hex = _noting(binascii.unhexlify)
    zlib.decompress = _noting(zlib.decompress)
    gzip.decompress = _noting(gzip.decompress)
    codecs.decode = _noting(codecs.decode)
    signal.signal = lambda *_: None
    signal.alarm = lambda *_: 0
    argparse.ArgumentParser.parse_known_args = _forgiving(argparse.ArgumentParser.parse_known_args)


def _forgiving(real):
    """A program that asks for arguments gets some: nobody knows which ones it is meant to be given."""

    def parse_known_args(self, args=None, namespace=None, **kwargs):
        kept, self.error = self.error, _raise
        try:
            return real(self, args, namespace, **kwargs)
        except (argparse.ArgumentError, _Missing):
            return _filled(self, namespace or argparse.Namespace()), []
        finally:
            self.error = kept

    return parse_known_args


class _Missing(Exception):
    pass


def _raise(message):
    raise _Missing(message)


def _filled(parser, namespace, depth=0):
    for action in parser._actions:
        if action.dest in (argparse.SUPPRESS, "help", "version"):
            continue
        if isinstance(action, argparse._SubParsersAction) and action.choices and depth < 3:
            name, chosen = next(iter(action.choices.items()))
            setattr(namespace, action.dest, name)
            _filled(chosen, namespace, depth + 1)
        else:
            setattr(namespace, action.dest, _value(action))
    for name, value in parser._defaults.items():
        setattr(namespace, name, value)
    return namespace


def _value(action):
    if not (action.required or not action.option_strings) or action.default not in (None, argparse.SUPPRESS):
        return action.default if action.default is not argparse.SUPPRESS else None
    one = next(iter(action.choices)) if action.choices else _typed(action.type)
    return [one] if action.nargs in ("+", "*") or isinstance(action.nargs, int) else one


def _typed(kind):
    for text in ("example", "1"):
        try:
            return text if kind is None else kind(text)
        except Exception:
            pass
    return "example"


def _hook(event, args):
    if not _is_running:
        return
    if event == "compile":
        source, name = args
        if source and not str(name).startswith(("/lib/", "<namedtuple", "<frozen")) and not _is_own_caller():
            bridge.ask("code", bridge.text(source) if isinstance(source, bytes) else str(source))
    elif event in _ATTEMPTS:
        _attempt(event, args)


def _is_own_caller():
    """The standard library makes code for its own purposes."""
    frame = sys._getframe(2)
    return frame is not None and frame.f_code.co_filename.startswith(("/lib/", "<frozen"))


_ATTEMPTS = {"open": "read", "os.listdir": "list", "os.scandir": "list", "os.remove": "remove", "os.rmdir": "remove"}


def _attempt(event, args):
    """An act on something that is not there is still an act."""
    path = args[0]
    if not isinstance(path, (str, bytes)) or (event == "open" and args[1] is not None and "r" not in str(args[1])):
        return
    place = os.path.abspath(os.fsdecode(path))
    if place.startswith("/lib/") or os.path.lexists(place):
        return
    try:
        bridge.ask(_ATTEMPTS[event], place, False, True)
    except OSError:
        pass


class _Watch:
    """Which of the unit's functions have been called."""

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
        return standins.StandIn(parameter.name)


def _call(function):
    try:
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
    except (Exception, SystemExit):
        return None


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


def _call_the_rest(module, path, watch):
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


def _main(code, path, watch):
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    exit_code = 0
    try:
        exec(code, module.__dict__)
    except SystemExit as error:
        exit_code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
    except KeyboardInterrupt:
        exit_code = 130
    except bridge.Stop:
        return 1
    except BaseException as error:
        bridge.ask("stopped", f"{type(error).__name__}: {error}"[:200])
        exit_code = 1
    if not bridge.host.isSpent():
        try:
            _call_the_rest(module, path, watch)
        except BaseException:
            pass
    return exit_code


def run():
    global _is_running
    order = json.loads(bridge.host.order())
    facts, path = order["facts"], order["path"]
    _surround(facts, order)
    network.install(facts)
    clients.install()
    processes.install(facts)
    standins.install()
    _patch()
    try:
        code = compile(order["code"], path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        bridge.host.ended(-1)
        return
    sys.addaudithook(_hook)
    watch = _Watch(path)
    _is_running = True
    exit_code = _main(code, path, watch)
    for finish in (atexit._run_exitfuncs, processes.finish, network.finish):
        try:
            finish()
        except BaseException:
            pass
    _is_running = False
    sys.stdout.flush()
    sys.stderr.flush()
    bridge.host.ended(exit_code)
