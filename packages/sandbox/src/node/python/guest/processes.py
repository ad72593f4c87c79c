"""Passes programs to the fake machine's shell, which runs or records them. A thread runs synchronously at its start."""

import asyncio
import concurrent.futures
import io
import multiprocessing
import os
import re
import shlex
import subprocess
import sys
import threading

import _assay_network as network
from _assay_bridge import Stop, ask, data, sleep, text

_started = []
_SHELL = re.compile(r"^(?:\S*/)?(?:ba|z|da|k|a)?sh(?:\s+-[il]+)*$|^(?:cmd|powershell|pwsh)(?:\.exe)?$")
_tied = False


def run_command(line, stdin=b"", env=None, cwd=None, tie=False):
    if _tied or tie:
        if _SHELL.match(line.strip()):
            ask("shell", line)
    steps = []
    if cwd is not None:
        steps.append(f"cd {shlex.quote(os.fspath(cwd) if not isinstance(cwd, str) else cwd)}")
    elif os.getcwd() != host_facts["cwd"]:
        steps.append(f"cd {shlex.quote(os.getcwd())}")
    known = host_facts["env"]
    for name, value in (dict(env) if env is not None else os.environ._plain()).items():
        if known.get(name) != value and re.fullmatch(r"[A-Za-z_]\w*", str(name)):
            steps.append(f"export {name}={shlex.quote(str(value))}")
    answer = ask("exec", line, text(stdin), "; ".join(steps))
    return data(answer["stdout"]), data(answer["stderr"]), int(answer["exitCode"])


def _line(args, shell):
    if isinstance(args, (bytes, bytearray)):
        args = args.decode("utf-8", "replace")
    if isinstance(args, str):
        return args if shell else shlex.quote(args) if "/" in args and " " in args else args
    words = [os.fsdecode(word) if isinstance(word, (bytes, os.PathLike)) else str(word) for word in args]
    if shell and words:
        return words[0]
    return shlex.join(words)


class _Input(io.BytesIO):
    def __init__(self, owner):
        super().__init__()
        self._owner = owner

    def close(self):
        if not self.closed:
            self._owner._typed = self.getvalue()
        super().close()


class Popen:
    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None,
                 creationflags=0, restore_signals=True, start_new_session=False, pass_fds=(), *, text=None,
                 encoding=None, errors=None, **_):
        self.args, self.pid, self.returncode = args, 4300 + len(_started), None
        self._line = _line(args, shell)
        self._cwd, self._env = cwd, env
        self._mode = bool(universal_newlines or text or encoding or errors)
        self._encoding = encoding or "utf-8"
        fds = [getattr(end, "fileno", lambda: end)() if end is not None else None for end in (stdin, stdout)]
        self._tie = any(network.find(fd) is not None for fd in fds)
        self._merge = stderr == subprocess.STDOUT
        self._pipes, self._files = (stdout, stderr), (stdout, stderr)
        self._typed = stdin.read() if hasattr(stdin, "read") and not isinstance(stdin, network.Socket) else b""
        self.stdin = None
        if stdin == subprocess.PIPE:
            raw = _Input(self)
            self.stdin = io.TextIOWrapper(raw, self._encoding, write_through=True) if self._mode else raw
        self.stdout = self.stderr = None
        self._done = False
        _started.append(self)
        # Without piped input the command runs now, because the program may never wait for it.
        if self.stdin is None:
            self._run()

    def _run(self):
        if self._done:
            return
        self._done = True
        if self.stdin is not None and not self.stdin.closed:
            self.stdin.close()
        typed = self._typed.encode() if isinstance(self._typed, str) else self._typed
        out, err, code = run_command(self._line, typed, self._env, self._cwd, self._tie)
        if self._merge:
            out, err = out + err, b""
        self._code = code
        self._texts = tuple(part.decode(self._encoding, "replace") if self._mode else part for part in (out, err))
        for name, end, part, raw in zip(("stdout", "stderr"), self._pipes, self._texts, (out, err)):
            if end == subprocess.PIPE:
                setattr(self, name, io.StringIO(part) if self._mode else io.BytesIO(raw))
            elif hasattr(end, "write") and not isinstance(end, network.Socket):
                try:
                    end.write(part)
                except TypeError:
                    end.write(raw)
            elif end is None and name == "stdout":
                sys.stdout.write(raw.decode("utf-8", "replace"))

    def poll(self):
        self._run()
        self.returncode = self._code
        return self.returncode

    def wait(self, timeout=None):
        return self.poll()

    def communicate(self, input=None, timeout=None):
        if input is not None and not self._done:
            self._typed = input
            self.stdin = None
        self.poll()
        pipes = [part if end == subprocess.PIPE else None for part, end in zip(self._texts, self._pipes)]
        return tuple(pipes)

    def kill(self, *_):
        return None

    terminate = send_signal = kill

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.poll()

    def __class_getitem__(cls, item):
        return cls


def _system(command):
    out, err, code = run_command(os.fsdecode(command))
    sys.stdout.write(out.decode("utf-8", "replace"))
    return code << 8


def _replace(path, *args):
    words = args[0] if len(args) and isinstance(args[0], (list, tuple)) else args
    run_command(shlex.join([os.fsdecode(path), *(str(word) for word in list(words)[1:])]))
    raise SystemExit(0)


def _spawn(mode, path, *args):
    words = args[0] if len(args) and isinstance(args[0], (list, tuple)) else args
    return run_command(shlex.join([os.fsdecode(path), *(str(word) for word in list(words)[1:])]))[2]


def _posix_spawn(path, argv, *_, **__):
    run_command(shlex.join([os.fsdecode(path), *(str(word) for word in list(argv)[1:])]))
    return 4300


def pty_spawn(argv, *_):
    run_command(_line([argv] if isinstance(argv, str) else argv, False), tie=bool(network._sockets))
    return 0


def _dup2(real):
    def dup2(fd, to, inheritable=True):
        global _tied
        if network.find(fd) is not None:
            _tied = True
            return to
        return real(fd, to, inheritable)

    return dup2


class _Thread(threading.Thread):
    def start(self):
        self._ended = True
        try:
            self.run()
        except Exception:
            pass

    def join(self, timeout=None):
        return None

    def is_alive(self):
        return False


class _Process:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.pid, self.exitcode, self.daemon, self.name = 4300, 0, daemon, name or "Process-1"

    def run(self):
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        try:
            self.run()
        except Exception:
            pass

    def join(self, timeout=None):
        return None

    terminate = kill = close = join

    def is_alive(self):
        return False


class _Executor(concurrent.futures.Executor):
    def __init__(self, *_, **__):
        pass

    def submit(self, fn, /, *args, **kwargs):
        future = concurrent.futures.Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Pool:
    def __init__(self, *_, **__):
        pass

    def map(self, fn, items, *_):
        return [fn(item) for item in items]

    imap = imap_unordered = map

    def starmap(self, fn, items, *_):
        return [fn(*item) for item in items]

    def apply(self, fn, args=(), kwargs=None):
        return fn(*args, **(kwargs or {}))

    def close(self):
        return None

    join = terminate = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class _Selector:
    def select(self, timeout=None):
        if timeout is None:
            raise Stop()
        if timeout > 0:
            sleep(timeout)
        return []

    def close(self):
        return None


class Loop(asyncio.BaseEventLoop):
    """Waits in virtual time."""

    def __init__(self):
        super().__init__()
        self._selector = _Selector()

    def _process_events(self, events):
        return None

    def _write_to_self(self):
        return None

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    async def getaddrinfo(self, host, port, **_):
        return network._getaddrinfo(host, port)

    def add_signal_handler(self, *_):
        return None


def _asyncio_run(main, *, debug=None, loop_factory=None):
    loop = Loop()
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(main)
    finally:
        asyncio.set_event_loop(None)


class _AsyncProcess:
    def __init__(self, line, **kwargs):
        self._popen = Popen(line, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.returncode, self.pid = 0, self._popen.pid

    async def communicate(self, input=None):
        return self._popen.communicate(input)

    async def wait(self):
        return self._popen.wait()

    def kill(self):
        return None

    terminate = kill


async def _create_shell(command, *_, **kwargs):
    return _AsyncProcess(command)


async def _create_exec(program, *args, **kwargs):
    return _AsyncProcess(shlex.join([str(program), *(str(arg) for arg in args)]))


class _Writer:
    def __init__(self, sock):
        self._sock = sock

    def write(self, payload):
        self._sock.send(payload)

    def close(self):
        self._sock.close()

    async def drain(self):
        self._sock.tell()

    wait_closed = drain

    def get_extra_info(self, *_):
        return self._sock


class _Reader:
    def __init__(self, sock):
        self._sock = sock

    async def read(self, size=65536):
        return self._sock.recv(size if size > 0 else 65536)

    async def readline(self):
        return self._sock.recv(65536)

    readuntil = readexactly = read


async def _open_connection(host=None, port=None, *_, ssl=None, **__):
    sock = network._create_connection((host, port))
    sock._tls = bool(ssl)
    return _Reader(sock), _Writer(sock)


host_facts = {"cwd": "/", "env": {}}


def finish():
    """Runs the processes that the program started and never waited for."""
    for process in list(_started):
        process._run()


def install(facts):
    host_facts.update(facts)
    subprocess.Popen = Popen
    os.system = _system
    for name in "execv execve execvp execvpe".split():
        setattr(os, name, _replace)
    for name in "execl execle execlp execlpe".split():
        setattr(os, name, _replace)
    for name in "spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe".split():
        setattr(os, name, _spawn)
    os.posix_spawn = os.posix_spawnp = _posix_spawn
    # fork() returns 0, so the child's branch runs: the one that continues in the background.
    os.fork = os.forkpty = lambda: 0
    os.setsid = os.setpgrp = lambda: 0
    os.dup2 = _dup2(os.dup2)
    # A pickle refers to functions by the module that defines them.
    for name in "system execv execve fork forkpty posix_spawn posix_spawnp dup2".split():
        setattr(sys.modules["posix"], name, getattr(os, name))
    os.startfile = lambda path, *_: run_command(shlex.quote(str(path)))
    threading.Thread = _Thread
    threading.Timer = lambda interval, function, args=None, kwargs=None: _Thread(
        target=function, args=args or (), kwargs=kwargs or {}
    )
    multiprocessing.Process = _Process
    multiprocessing.Pool = _Pool
    concurrent.futures.ThreadPoolExecutor = concurrent.futures.ProcessPoolExecutor = _Executor
    asyncio.run = _asyncio_run
    asyncio.new_event_loop = Loop
    asyncio.get_event_loop = lambda: asyncio.events._get_running_loop() or Loop()
    asyncio.create_subprocess_shell = _create_shell
    asyncio.create_subprocess_exec = _create_exec
    asyncio.open_connection = _open_connection
    asyncio.to_thread = _to_thread


async def _to_thread(func, /, *args, **kwargs):
    return func(*args, **kwargs)
