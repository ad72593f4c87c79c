"""Small stand-ins for the common clients: requests, httpx, aiohttp, urllib3, and mail."""

import ftplib
import json as json_
import smtplib
import sys
import types
import urllib.parse

from _assay_bridge import ask, shown, text
from _assay_network import send_request


class Response:
    def __init__(self, status, kind, content, url):
        self.status_code = self.status = status
        self.headers = {"Content-Type": kind, "content-type": kind, "Content-Length": str(len(content))}
        self.content = self._body = self.data = content
        self.url, self.encoding, self.reason, self.ok, self.is_success = url, "utf-8", "OK", True, True
        self.cookies, self.history, self.elapsed = Cookies(), [], None

    @property
    def text(self):
        return Text(self.content.decode("utf-8", "replace"))

    def json(self, **_):
        try:
            return Fields(json_.loads(self.content))
        except ValueError:
            return Fields({"ok": True, "text": self.content.decode("utf-8", "replace")})

    def raise_for_status(self):
        return self

    def iter_content(self, *_, **__):
        return iter([self.content])

    iter_bytes = iter_raw = iter_content

    def iter_lines(self, *_, **__):
        return iter(self.content.splitlines())

    iter_text = iter_lines

    def read(self, *_, **__):
        return Bytes(self.content)

    def close(self):
        return None

    release = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None

    def __await__(self):
        return self
        yield


class _Waited:
    """Text, bytes and fields that a client returns directly or through `await`."""

    def __call__(self, *_, **__):
        return self

    def __await__(self):
        return self
        yield


class Text(str, _Waited):
    pass


class Bytes(bytes, _Waited):
    pass


class Fields(dict, _Waited):
    def __missing__(self, key):
        return Fields({"text": self.get("text", "")})


def _encoded(value):
    if value is None:
        return b""
    if isinstance(value, (bytes, bytearray, str)):
        return value
    if hasattr(value, "read"):
        return value.read()
    if isinstance(value, dict):
        return urllib.parse.urlencode({str(k): shown(v) for k, v in value.items()})
    if isinstance(value, (list, tuple)) and all(isinstance(item, (list, tuple)) and len(item) == 2 for item in value):
        return urllib.parse.urlencode([(shown(k), shown(v)) for k, v in value])
    if hasattr(value, "__iter__"):
        return b"".join(part if isinstance(part, bytes) else shown(part).encode() for part in value)
    return shown(value)


def _file_parts(files):
    parts = files.values() if isinstance(files, dict) else [part[-1] for part in files]
    for part in parts:
        for piece in part if isinstance(part, (list, tuple)) else [part]:
            yield piece.read() if hasattr(piece, "read") else shown(piece)


def _body(data, json, files, content, form):
    parts = [_encoded(part) for part in (data, content, form)]
    if json is not None:
        parts.append(json_.dumps(json, default=shown))
    parts.extend(_file_parts(files or []))
    return "\n".join(text(part) for part in parts if part)


def send(method, url, params=None, data=None, json=None, files=None, content=None, headers=None, auth=None,
         cookies=None, fields=None, body=None, **_):
    url = shown(url)
    if params:
        url += ("&" if "?" in url else "?") + text(_encoded(params))
    pairs = [(shown(k), shown(v)) for k, v in dict(headers or {}).items()]
    if json is not None:
        pairs.append(("Content-Type", "application/json"))
    if auth is not None:
        pairs.append(("Authorization", shown(getattr(auth, "__dict__", auth))))
    if cookies:
        pairs.append(("Cookie", shown(cookies)))
    answer = send_request(method, url, pairs, _body(data, json, files, content or body, fields).encode("latin-1"))
    return Response(*answer, url)


class Cookies(dict):
    def set(self, name, value, **_):
        self[name] = value

    def get_dict(self, *_, **__):
        return dict(self)


class Client:
    def __init__(self, base_url="", headers=None, auth=None, **_):
        self.base_url, self.headers, self.auth = shown(base_url), dict(headers or {}), auth
        self.cookies, self.params, self.proxies, self.verify, self.hooks = Cookies(), {}, {}, True, {}

    def request(self, method, url, *args, headers=None, auth=None, cookies=None, **kwargs):
        place = shown(url)
        if self.base_url and "://" not in place:
            place = self.base_url.rstrip("/") + "/" + place.lstrip("/")
        merged = {**self.headers, **dict(headers or {})}
        if not args and (self.params or kwargs.get("params")):
            kwargs["params"] = {**dict(self.params), **dict(kwargs.get("params") or {})} if isinstance(kwargs.get("params") or {}, dict) else kwargs["params"]
        sent = {**dict(self.cookies), **dict(cookies or {})}
        return send(method, place, *args, headers=merged, auth=auth or self.auth, cookies=sent, **kwargs)

    stream = urlopen = request_encode_body = request

    def get(self, url, params=None, **kwargs):
        return self.request("GET", url, params=params, **kwargs)

    def post(self, url, data=None, json=None, **kwargs):
        return self.request("POST", url, data=data, json=json, **kwargs)

    def put(self, url, data=None, **kwargs):
        return self.request("PUT", url, data=data, **kwargs)

    def patch(self, url, data=None, **kwargs):
        return self.request("PATCH", url, data=data, **kwargs)

    def delete(self, url, **kwargs):
        return self.request("DELETE", url, **kwargs)

    def head(self, url, **kwargs):
        return self.request("HEAD", url, **kwargs)

    def options(self, url, **kwargs):
        return self.request("OPTIONS", url, **kwargs)

    def mount(self, *_):
        return None

    def close(self):
        return None

    async def aclose(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None


class _ClientModule(types.ModuleType):
    """Returns a stand-in for a missing name, and an exception class if the name is one of an exception."""

    def __getattr__(self, name):
        from _assay_standins import StandIn, StandInModule

        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(StandInModule(self.__name__), name) if name[0].isupper() else StandIn(f"{self.__name__}.{name}")


def _module(name, **members):
    module = _ClientModule(name)
    module.__path__ = []
    module.__dict__.update(members)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, module)


class _Mail:
    def __init__(self, host="", port=0, *_, **__):
        self._place = (shown(host) or "localhost", int(port or 25))

    def connect(self, host="localhost", port=0, *_):
        self._place = (shown(host), int(port or 25))
        return (220, b"ok")

    def sendmail(self, sender, to, message, *_, **__):
        ask("connect", self._place[0], str(self._place[1]), f"{shown(sender)} {shown(to)}\n{shown(message)}")
        return {}

    def send_message(self, message, *_, **__):
        return self.sendmail("", "", message.as_string())

    def storbinary(self, command, file, *_, **__):
        ask("connect", self._place[0], str(self._place[1] if self._place[1] != 25 else 21), f"{command}\n{text(file.read())}")
        return "226 ok"

    storlines = storbinary

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: (250, b"ok")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def install():
    verbs = {name: getattr(Client(), name) for name in "get post put patch delete head options request stream".split()}
    faults = {name: type(name, (OSError,), {}) for name in (
        "RequestException HTTPError ConnectionError Timeout ConnectTimeout ReadTimeout SSLError TooManyRedirects "
        "InvalidURL MissingSchema JSONDecodeError ChunkedEncodingError RequestError HTTPStatusError TimeoutException "
        "ConnectError ClientError ClientConnectorError MaxRetryError"
    ).split()}
    for name in ("requests", "httpx", "aiohttp", "urllib3", "niquests"):
        _module(name, Session=Client, session=Client, Client=Client, AsyncClient=Client, ClientSession=Client,
                PoolManager=Client, Response=Response, codes=types.SimpleNamespace(ok=200), **verbs, **faults)
        _module(f"{name}.exceptions", **faults)
        _module(f"{name}.adapters")
        _module(f"{name}.auth")
        _module(f"{name}.utils", quote=urllib.parse.quote)
    sys.modules["requests"].packages = types.SimpleNamespace(urllib3=sys.modules["urllib3"])
    smtplib.SMTP = smtplib.SMTP_SSL = _Mail
    ftplib.FTP = ftplib.FTP_TLS = _Mail
