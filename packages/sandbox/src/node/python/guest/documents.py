"""Replaces the YAML package: enough of the language for settings, with working Python tags."""

import importlib
import json
import re
import sys
import types


class YAMLError(Exception):
    pass


_PLAIN = {"": None, "~": None, "null": None, "true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_KEY = re.compile(r"""^((?:"[^"]*"|'[^']*'|[^\s"'\[{#&*!|>-][^:#]*?|[^\s:]+))\s*:(?:\s+(.*))?$""")
_APPLY = re.compile(r"^!!?(?:tag:yaml\.org,2002:)?python/(object/apply|object/new|object|name|module):([\w.]+)\s*(.*)$", re.S)


class _Reader:
    def __init__(self, text, is_safe, makers):
        self.is_safe, self.makers, self.at = is_safe, makers, 0
        self.lines = []
        for line in text.split("\n"):
            bare = re.sub(r"(^|\s)#.*$", "", line).rstrip() if '"' not in line and "'" not in line else line.rstrip()
            if bare.strip() and not bare.startswith("%"):
                self.lines.append((len(bare) - len(bare.lstrip()), bare.strip()))

    def block(self, indent):
        if self.at >= len(self.lines):
            return None
        depth, line = self.lines[self.at]
        if depth < indent:
            return None
        if line == "-" or line.startswith("- "):
            return self.items(depth)
        if _KEY.match(line):
            return self.fields(depth)
        self.at += 1
        return self.value(line, depth)

    def items(self, depth):
        found = []
        while self.at < len(self.lines) and self.lines[self.at][0] == depth and re.match(r"-(?:\s|$)", self.lines[self.at][1]):
            rest = self.lines[self.at][1][1:].strip()
            if rest and _KEY.match(rest) and rest[0] not in "\"'[{!":
                self.lines[self.at] = (depth + 2, rest)
                found.append(self.block(depth + 1))
            else:
                self.at += 1
                found.append(self.value(rest, depth))
        return found

    def fields(self, depth):
        found = {}
        while self.at < len(self.lines) and self.lines[self.at][0] == depth:
            match = _KEY.match(self.lines[self.at][1])
            if match is None:
                break
            self.at += 1
            found[_scalar(match[1])] = self.value((match[2] or "").strip(), depth)
        return found

    def value(self, text, depth):
        text = re.sub(r"^[&]\S+\s*", "", text)
        if text[:1] in "|>" and re.match(r"^[|>][+-]?\d?$", text):
            return self.folded("\n" if text[0] == "|" else " ", depth)
        if text.startswith("!"):
            return self.tagged(text, depth)
        if text == "":
            is_list = self.at < len(self.lines) and self.lines[self.at][0] == depth and self.lines[self.at][1].startswith("-")
            return self.block(depth if is_list else depth + 1)
        return _flow(text)

    def folded(self, joint, depth):
        found = []
        while self.at < len(self.lines) and self.lines[self.at][0] > depth:
            found.append(self.lines[self.at][1])
            self.at += 1
        return joint.join(found) + "\n"

    def tagged(self, text, depth):
        tag, _, rest = text.partition(" ")
        match = _APPLY.match(text)
        value = self.value(rest.strip() if match is None else match[3].strip(), depth)
        if match is None:
            maker = self.makers.get(tag)
            return value if maker is None else maker(types.SimpleNamespace(construct_scalar=lambda node: node.value), types.SimpleNamespace(value=value, tag=tag))
        if self.is_safe:
            raise YAMLError(f"could not determine a constructor for the tag {tag}")
        return _made(match[1], match[2], value)


def _made(kind, name, value):
    module, _, member = name.rpartition(".")
    if kind == "module":
        return importlib.import_module(name)
    target = getattr(importlib.import_module(module or "builtins"), member)
    if kind == "name":
        return target
    if isinstance(value, dict):
        return target(*(value.get("args") or []), **(value.get("kwds") or {}))
    return target(*value) if isinstance(value, list) else target() if value is None else target(value)


def _flow(text):
    if text[0] in "[{":
        inner = re.sub(r"""(?<=[\[{,:\s])([^\s\[\]{},:"'][^\[\]{},:"']*?)\s*(?=[\]},:])""", lambda word: json.dumps(_scalar(word[1])), text)
        try:
            return json.loads(re.sub(r"'([^']*)'", lambda word: json.dumps(word[1]), inner))
        except ValueError:
            return text
    return _scalar(text)


def _scalar(text):
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return json.loads(text) if text[0] == '"' and "\n" not in text else text[1:-1].replace("''", "'")
    if text.lower() in _PLAIN:
        return _PLAIN[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _text(stream):
    text = stream.read() if hasattr(stream, "read") else stream
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)


def _load_all(stream, Loader=None, is_safe=False):
    makers = getattr(Loader, "makers", {}) | Loaders["SafeLoader"].makers
    for part in re.split(r"^---.*$", _text(stream), flags=re.M):
        if part.strip():
            yield _Reader(part, is_safe or bool(re.search("Safe|Full|Base", getattr(Loader, "__name__", ""))), makers).block(0)


def _load(stream, Loader=None, is_safe=False):
    return next(_load_all(stream, Loader, is_safe), None)


class _Loader:
    makers = {}

    @classmethod
    def add_constructor(cls, tag, maker):
        cls.makers[tag] = maker

    add_multi_constructor = add_constructor


Loaders = {name: type(name, (_Loader,), {"makers": {}}) for name in "Loader SafeLoader FullLoader UnsafeLoader CLoader CSafeLoader BaseLoader".split()}


def _dump(value, stream=None, **_):
    text = json.dumps(value, indent=2, default=str, ensure_ascii=False) + "\n"
    return text if stream is None else stream.write(text)


def install():
    yaml = types.ModuleType("yaml")
    safe = lambda stream: _load(stream, is_safe=True)
    yaml.__dict__.update(
        Loaders, YAMLError=YAMLError, load=_load, load_all=_load_all, safe_load=safe, full_load=safe, unsafe_load=_load,
        safe_load_all=lambda stream: _load_all(stream, is_safe=True), dump=_dump, safe_dump=_dump, Dumper=_Loader, SafeDumper=_Loader,
        dump_all=_dump, add_constructor=lambda tag, maker, Loader=None: (Loader or Loaders["SafeLoader"]).add_constructor(tag, maker),
        add_representer=lambda *_, **__: None, scanner=types.SimpleNamespace(ScannerError=YAMLError), __version__="6.0.2",
    )
    sys.modules["yaml"] = yaml
