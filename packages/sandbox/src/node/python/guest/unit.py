"""Runs one unit in the fake machine: sets up the environment, runs the code, then calls the uncalled functions."""

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
import importlib
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
import site
import string
import struct
import sys
import sysconfig
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
import _assay_callers as callers
import _assay_clients as clients
import _assay_documents as documents
import _assay_network as network
import _assay_processes as processes
import _assay_standins as standins

_is_running = False


def connect():
    bridge.connect()


class _Environ(os._Environ):
    """Reports each read of a variable, and each iteration over all of them."""

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


_User = collections.namedtuple("struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell")
_Group = collections.namedtuple("struct_group", "gr_name gr_passwd gr_gid gr_mem")


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
    entry = _User(facts["user"], "x", facts["uid"], facts["uid"], "", facts["home"], "/bin/bash")
    users = types.ModuleType("pwd")
    users.getpwuid = users.getpwnam = lambda *_: entry
    users.getpwall = lambda: [entry]
    sys.modules["pwd"] = users
    group = _Group(facts["user"], "x", facts["uid"], [facts["user"]])
    groups = types.ModuleType("grp")
    groups.getgrgid = groups.getgrnam = lambda *_: group
    groups.getgrall = lambda: [group]
    sys.modules["grp"] = groups
    _lay_out(facts["home"])
    terminal = types.ModuleType("pty")
    terminal.spawn = processes.pty_spawn
    sys.modules["pty"] = terminal


def _lay_out(home):
    """The folders in which this Python would keep its packages."""
    packages = f"{home}/.local/lib/python3.12/site-packages"
    paths = {"purelib": packages, "platlib": packages, "scripts": f"{home}/.local/bin", "data": f"{home}/.local", "stdlib": "/usr/lib/python3.12"}
    sysconfig.get_paths = lambda *_, **__: dict(paths)
    sysconfig.get_path = lambda name, *_, **__: paths.get(name, packages)
    sysconfig.get_config_var = lambda name: None
    sysconfig.get_config_vars = lambda *names: [None for _ in names] if names else {}
    site.getsitepackages = lambda *_: [packages]
    site.getusersitepackages = lambda: packages
    site.getuserbase = lambda: f"{home}/.local"


def _noting(real):
    """Reports decoded text, so that it is recognised if it runs."""

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
    """Fills in missing arguments, because the intended ones are unknown."""

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
    """Whether the standard library compiles the code for its own use."""
    frame = sys._getframe(2)
    return frame is not None and frame.f_code.co_filename.startswith(("/lib/", "<frozen"))


_ATTEMPTS = {"open": "read", "os.listdir": "list", "os.scandir": "list", "os.remove": "remove", "os.rmdir": "remove"}


def _attempt(event, args):
    """Reports an attempt on a missing path, because an attempt counts as an act."""
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


def _package_of(source, path):
    """The package of a file with relative imports: its parent folders, as long as they are packages."""
    if not re.search(r"^\s*from \.+", source, re.M):
        return None
    names, folder = [], os.path.dirname(path)
    while not names or os.path.exists(f"{folder}/__init__.py"):
        names.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    sys.path.insert(0, folder)
    package = ".".join(names)
    try:
        importlib.import_module(package)
    except Exception:
        return None
    return package


def _main(code, source, path, watch):
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__builtins__ = builtins
    module.__package__ = _package_of(source, path)
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
            callers.call_the_rest(module, path, watch)
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
    documents.install()
    processes.install(facts)
    standins.install()
    _patch()
    try:
        code = compile(order["code"], path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        bridge.host.ended(-1)
        return
    sys.addaudithook(_hook)
    watch = callers.Watch(path)
    _is_running = True
    exit_code = _main(code, order["code"], path, watch)
    for finish in (atexit._run_exitfuncs, processes.finish, network.finish):
        try:
            finish()
        except BaseException:
            pass
    _is_running = False
    sys.stdout.flush()
    sys.stderr.flush()
    bridge.host.ended(exit_code)
