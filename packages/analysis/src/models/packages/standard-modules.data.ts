/** Modules that come with Python 3.13 (`sys.stdlib_module_names`, long enough to be compared): never a package. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set(
  `argparse array asyncio base64 binascii bisect builtins bz2 calendar cmath cmd code codecs codeop collections colorsys
    compileall concurrent configparser contextlib contextvars copy copyreg cProfile csv ctypes curses dataclasses datetime
    dbm decimal difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
    fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
    idlelib imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal
    math mimetypes mmap modulefinder msvcrt multiprocessing netrc nturl2path numbers opcode operator optparse os pathlib
    pdb pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile
    pyclbr pydoc queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
    shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess
    symtable sys sysconfig syslog tabnanny tarfile tempfile termios textwrap this threading time timeit tkinter token
    tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings
    wave weakref webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`
    .trim()
    .split(/\s+/),
);
