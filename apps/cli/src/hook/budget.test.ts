import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine, EVIL, find, show, withoutReach } from '../testing/skill-machine.ts';
import { Budget } from './budget.ts';
import { resolveToolUse } from './resolve-tool-use.ts';
import { QUICK } from './run.ts';
import type { ToolUse } from './tool-use.ts';

/** Counts the calls, so that a loop that continues after the budget is spent becomes visible. */
class Counter extends Budget {
  calls = 0;
  callsAfter = 0;

  override spend(steps: number): boolean {
    this.calls += 1;
    if (this.isSpent) this.callsAfter += 1;
    return super.spend(steps);
  }
}

/** The permitted calls after the budget is spent, for the work in progress. */
const CALLS_AFTER_MAX = 16 * QUICK.textChars;

const PIECES = fc.constantFrom(
  ...[
    '$(',
    '${',
    '`',
    "$'",
    '"',
    "'",
    '\\',
    '\\\n',
    '(',
    ')',
    '((',
    ')))',
    '}',
    ']',
    ';',
    '|',
    '\n',
    '<(',
    '>',
    '<<E\n',
    '\nE\n',
  ],
  ...[
    '{a,b}',
    '{a,',
    '{{a,b},',
    '{1..9}',
    '[',
    '[[:alpha:]',
    '*',
    '**/',
    '*/',
    '*/*/*',
    '?',
    '@(a|b)',
    '!(',
    '~/',
    '%2f',
    '//',
  ],
  ...[
    '../',
    './',
    'a/',
    '/proc/*/cwd/',
    '/dev/fd/',
    'a=b ',
    'a=a:b:c:d:e:f ',
    'a+=$a ',
    '$a',
    '${a:-b}',
    'cd *;',
    'cd a;',
    'for a in ',
  ],
  ...[
    '.claude/',
    'skills/',
    'link/',
    'evil/',
    'npx skills add ',
    'find . -exec sh {} +',
    'sh ',
    'git ',
    'cat ',
    'xargs ',
    'é',
    '\0',
    ' ',
  ],
);
/** Up to six pieces, repeated. */
const TEXTS = fc
  .tuple(fc.array(PIECES, { minLength: 1, maxLength: 6 }), fc.array(PIECES, { maxLength: 6 }))
  .map(([parts, end]) => (parts.join('').repeat(QUICK.textChars) + end.join('')).slice(0, QUICK.textChars));

async function resolve(use: Omit<ToolUse, 'cwd'>, steps: number) {
  using machine = createMachine();
  mkdirSync(join(machine.project, 'a/b/a/b'), { recursive: true });
  for (const name of ['a/link', 'a/b/link', 'link']) symlinkSync('.', join(machine.project, name));
  const budget = new Counter(steps);
  const targets = await resolveToolUse({ cwd: machine.project, ...use }, { home: machine.home }, budget);
  return { budget, shown: targets.map(show), kinds: targets.map(({ kind }) => kind) };
}

describe('a short call', () => {
  it('stops at its budget and is then unresolved, whatever its text is', async () => {
    const member = fc.constantFrom('command', 'texts', 'searches');
    await fc.assert(
      fc.asyncProperty(member, TEXTS, async (name, text) => {
        const { budget, kinds } = await resolve({ [name]: name === 'command' ? text : [text] }, QUICK.steps);
        expect(budget.callsAfter).toBeLessThan(CALLS_AFTER_MAX);
        if (budget.isSpent) expect(kinds).toContain('unresolved');
      }),
      { numRuns: 20, interruptAfterTimeLimit: 20_000 },
    );
  }, 60_000);

  it.each(['c **/* ', '*/*/* ', 'x=a:b:c:d:e:f:g ', 'cd *;'])('exceeds the budget by repeating %j', async (piece) => {
    const command = piece.repeat(QUICK.textChars).slice(0, QUICK.textChars);
    const { budget, kinds } = await resolve({ command }, QUICK.steps);
    expect([budget.isSpent, kinds.includes('unresolved')]).toEqual([true, true]);
  });

  it.each([
    { command: 'npm test' },
    { command: 'git status && git diff --stat | head -50' },
    { command: 'for f in a b c; do echo "$f"; node build.ts --in=$f > out/$f.json; done' },
    { command: 'ls *.json src/**/*.ts' },
    { texts: ['src/main.ts'] },
  ])('in everyday use stays far below its budget: %j', async (use) => {
    const { budget, shown } = await resolve(use, QUICK.steps / 4);
    expect([budget.isSpent, withoutReach(shown)]).toEqual([false, []]);
  });

  it.each([{ command: 'true' }, { skill: 'evil' }, { texts: ['a'] }, { searches: ['.'] }])(
    'without a budget is unresolved: %j',
    async (use) => {
      expect((await resolve(use, 0)).kinds).toContain('unresolved');
    },
  );
});

it('the hook resolves braces after a group with more choices than the limit', async () => {
  const many = Array.from({ length: 70 }, (_, index) => `x${index}`).join(',');
  expect(await find({ command: `sh .cla{${many},ude}/sk{ills,x}/evil/run.sh` })).toContain(EVIL);
});
