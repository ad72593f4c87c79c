"""Sockets that record and never connect. The standard library's clients run on them unchanged."""

import io
import re
import socket
import ssl
import urllib.request

from _assay_bridge import ask, data, text

ADDRESS = "192.0.2.10"
_REQUEST = re.compile(rb"([A-Z]+) (\S+) HTTP/1\.[01]\r\n")
_sockets = []
tied = set()


def send_request(method, url, headers, body):
    answer = ask("request", method, url, [[str(k), str(v)] for k, v in headers], text(body))
    return answer["status"], answer["contentType"], data(answer["body"])


class Socket:
    _next = 1000

    def __init__(self, family=socket.AF_INET, type=socket.SOCK_STREAM, proto=0, fileno=None):
        self.family, self.type, self.proto = family, type, proto
        self._peer, self._tls, self._out, self._in = None, False, bytearray(), b""
        self._told, self._answered, self._timeout = False, False, None
        Socket._next += 1
        self._fd = Socket._next
        _sockets.append(self)

    def connect(self, address):
        self._peer = address if isinstance(address, tuple) else (str(address), 0)

    def connect_ex(self, address):
        self.connect(address)
        return 0

    def send(self, payload, *_):
        self._out += bytes(payload)
        self._answered = False
        return len(payload)

    def sendall(self, payload, *_):
        self.send(payload)

    def sendto(self, payload, *rest):
        self._peer = rest[-1]
        self.send(payload)
        self.tell()
        return len(payload)

    def sendmsg(self, buffers, *_):
        return self.send(b"".join(bytes(part) for part in buffers))

    def sendfile(self, file, *_):
        return self.send(file.read())

    def tell(self):
        """Reports what was sent since the last time; a bare connection counts as well."""
        sent, self._out = bytes(self._out), bytearray()
        if self._peer is None or (self._told and not sent):
            return
        self._told = True
        host, port = str(self._peer[0]), int(self._peer[1])
        found = _REQUEST.match(sent)
        if found is None:
            self._in += data(ask("connect", host, str(port), text(sent)) or "")
            return
        head, _, body = sent.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")[1:]
        headers = [line.split(": ", 1) for line in lines if ": " in line]
        scheme = "https" if self._tls or port == 443 else "http"
        usual = {"https": 443, "http": 80}[scheme]
        place = host if port == usual else f"{host}:{port}"
        target = found[2].decode("latin-1")
        url = target if "://" in target else f"{scheme}://{place}{target}"
        status, kind, answer = send_request(found[1].decode(), url, headers, body)
        self._in = (
            f"HTTP/1.1 {status} OK\r\nContent-Type: {kind}\r\nContent-Length: {len(answer)}\r\n\r\n".encode() + answer
        )

    def recv(self, size=65536, *_):
        if not self._answered:
            self._answered = True
            self.tell()
        piece, self._in = self._in[:size], self._in[size:]
        return piece

    def recv_into(self, buffer, nbytes=0, *_):
        piece = self.recv(nbytes or len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def recvfrom(self, size=65536, *_):
        return self.recv(size), self._peer or (ADDRESS, 0)

    def bind(self, address):
        self._bound = address

    def listen(self, *_):
        ask("listen", str(getattr(self, "_bound", ("", 0))[1]))

    def accept(self):
        raise TimeoutError("nobody calls")

    def makefile(self, mode="r", buffering=None, *, encoding=None, errors=None, newline=None):
        raw = _Stream(self)
        if "b" in mode and buffering == 0:
            return raw
        buffered = io.BufferedRWPair(raw, raw) if "w" in mode and "r" in mode else (
            io.BufferedWriter(raw) if "w" in mode else io.BufferedReader(raw)
        )
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding or "utf-8", errors, newline)

    def close(self):
        self.tell()

    def shutdown(self, *_):
        self.tell()

    def detach(self):
        return self._fd

    def fileno(self):
        return self._fd

    def dup(self):
        return self

    def unwrap(self):
        return self

    def settimeout(self, value):
        self._timeout = value

    def gettimeout(self):
        return self._timeout

    def setblocking(self, *_):
        return None

    setsockopt = ioctl = do_handshake = setblocking

    def getsockopt(self, *_):
        return 0

    def getpeername(self):
        return self._peer or (ADDRESS, 0)

    def getsockname(self):
        return (ADDRESS, 40000)

    def getpeercert(self, *_):
        return {}

    def version(self):
        return "TLSv1.3"

    def cipher(self):
        return ("TLS_AES_128_GCM_SHA256", "TLSv1.3", 128)

    def selected_alpn_protocol(self):
        return None

    read = recv
    write = send

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class _Stream(io.RawIOBase):
    def __init__(self, sock):
        self._sock = sock

    def readable(self):
        return True

    writable = readable

    def readinto(self, buffer):
        return self._sock.recv_into(buffer)

    def write(self, payload):
        return self._sock.send(bytes(payload))


class Context:
    """Accepts every setting. The connection does not change, except that it counts as encrypted."""

    def __init__(self, *_, **__):
        self.check_hostname, self.verify_mode, self.post_handshake_auth = True, 2, None

    def wrap_socket(self, sock, *_, **__):
        sock._tls = True
        return sock

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: None


def _create_connection(address, *_, **__):
    sock = Socket()
    sock.connect(address)
    return sock


def _resolve(host):
    name = host.decode() if isinstance(host, (bytes, bytearray)) else str(host or "")
    if name and not re.fullmatch(r"[0-9.]+|[0-9a-f:]+", name):
        ask("resolve", name)
    return ADDRESS


def _getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (_resolve(host), int(port or 0) if str(port or 0).isdigit() else 80))]


def _pair(*_):
    return Socket(), Socket()


def finish():
    for sock in list(_sockets):
        sock.tell()


def find(fd):
    return next((sock for sock in _sockets if sock._fd == fd), None)


def install(facts):
    import _socket

    socket.socket = _socket.socket = Socket
    socket.SocketType = Socket
    socket.create_connection = _create_connection
    socket.socketpair = _pair
    socket.getaddrinfo = _getaddrinfo
    socket.gethostbyname = _resolve
    socket.gethostbyname_ex = lambda host: (host, [], [_resolve(host)])
    socket.gethostbyaddr = lambda host: (host, [], [host])
    socket.getfqdn = lambda name="": name or facts["hostName"]
    socket.gethostname = lambda: facts["hostName"]
    ssl.SSLContext = Context
    ssl.create_default_context = ssl._create_unverified_context = ssl._create_default_https_context = Context
    ssl._create_stdlib_context = Context
    ssl.wrap_socket = lambda sock, *_, **__: Context().wrap_socket(sock)
    # Proxy settings would otherwise be read from the whole environment.
    urllib.request.getproxies = dict
    urllib.request.proxy_bypass = lambda *_: False
