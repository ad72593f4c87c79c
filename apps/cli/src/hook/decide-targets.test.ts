import { join } from 'node:path';
import { createClient } from '@assay/client';
import { createApi } from '@assay/client/api';
import { readFolder } from '@assay/client/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { decideTargets, type HookNeeds } from './decide-targets.ts';
import { resolveToolUse } from './resolve-tool-use.ts';
import type { ToolUse } from './tool-use.ts';

const down = () => Promise.reject(new TypeError('down'));
const HTTP = { baseUrl: 'https://assay.example', fetch: down, attempts: 1 } as const;
const needsOf = (changes: Partial<HookNeeds> = {}): HookNeeds => ({
  service: {
    client: createClient(HTTP),
    api: createApi(HTTP),
    settings: { url: HTTP.baseUrl, token: undefined, trustKeys: [], policy: {}, skills: {} },
  },
  knowsBundle: async () => false,
  ...changes,
});
const decide = async (use: ToolUse, needs = needsOf()) =>
  decideTargets(await resolveToolUse(use, { home: join(use.cwd, 'home') }), needs);

describe('without a service', () => {
  it('denies a new skill, and asks about one that was valid before', async () => {
    using folder = createFolder({ '.claude/skills/notes/SKILL.md': CLEAN_SKILL });
    const use = { cwd: folder.path, skill: 'notes' };
    expect(await decide(use)).toMatchObject({ decision: 'deny', reason: expect.stringContaining('notes') });
    expect(await decide(use, needsOf({ knowsBundle: async () => true }))).toMatchObject({ decision: 'ask' });
    const strict = needsOf({ knowsBundle: async () => true });
    const settings = { ...strict.service.settings, policy: { onUnreachable: 'deny' } as const };
    expect(await decide(use, { ...strict, service: { ...strict.service, settings } })).toMatchObject({
      decision: 'deny',
    });
  });

  it.each(['..', '../../etc', '', 'a/b', 'missing'])('denies a skill named %j', async (skill) => {
    using folder = createFolder({ 'x/SKILL.md': CLEAN_SKILL });
    expect(await decide({ cwd: join(folder.path, 'x'), skill })).toMatchObject({ decision: 'deny' });
  });

  it('asks about a call that cannot be resolved', async () => {
    using folder = createFolder({ 'x/SKILL.md': CLEAN_SKILL });
    const command = 'sh "$DIR/.claude/skills/notes/run.sh"';
    expect(await decide({ cwd: folder.path, command })).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('determined only when it runs'),
    });
  });
});

it('the hook asks about a skill that is only among the files that a call searches', async () => {
  using folder = createFolder({ '.claude/skills/notes/SKILL.md': CLEAN_SKILL });
  expect(await decide({ cwd: folder.path, command: 'grep -rh "" .' })).toMatchObject({
    decision: 'ask',
    reason: expect.stringContaining('notes'),
  });
});

it('the hook asks about a command that can use any skill, with the reason and a skill that it can use', async () => {
  using folder = createFolder({ '.claude/skills/notes/SKILL.md': CLEAN_SKILL });
  expect(await decide({ cwd: folder.path, command: `node -e 'x'` })).toEqual({
    decision: 'ask',
    reason: expect.stringMatching(/because it evaluates text as code\..*skills\/notes\./),
  });
  expect(await decideTargets([{ kind: 'reach', detail: 'x', skills: [] }], needsOf())).toMatchObject({
    decision: 'allow',
  });
});

/** Spellings of one name that a shell treats as equal. */
const nameSpellings = (name: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat({ max: name.length - 1 }), fc.nat({ max: 9 })).map(([at, how]) => {
    const [head, char = '', tail] = [name.slice(0, at), name[at], name.slice(at + 1)];
    const spellings = [
      name,
      `'${name}'`,
      `"${name}"`,
      `${head}\\${char}${tail}`,
      `${head}''${char}""${tail}`,
      `$'${head}\\x${char.charCodeAt(0).toString(16)}${tail}'`,
      at === 0 ? name : `${head}?${tail}`,
      at === 0 ? name : `${head}*`,
      `{${name},zzz}`,
      name.toUpperCase(),
    ];
    return spellings[how] ?? name;
  });

const separators = fc.constantFrom('/', '//', '/./', '/././/');
const detours = fc.constantFrom(
  '',
  './',
  'src/../',
  './/./',
  '.claude/skills/good/../../../',
  '.claude/../',
  'home/..//',
);

/** Spellings of a skill file's path. `before` generates the text in front of the path. */
const pathSpellings = (names: readonly string[], before: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(before, fc.tuple(...names.map(nameSpellings)), fc.array(separators, { minLength: 4, maxLength: 4 }))
    .map(
      ([start, spelled, between]) => start + spelled.map((name, at) => (at === 0 ? '' : between[at]) + name).join(''),
    );

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const commands = fc.constantFrom<(path: string) => string>(
  (path) => `sh ${path}`,
  (path) => `FOO=1 sh ${path} # .claude/skills/good/run.sh`,
  (path) => `true && (sh ${path})`,
  (path) => `if true; then\n  sh ${path}\nfi`,
  (path) => `sh < ${path}`,
  (path) => `cat ${path} | sh`,
  (path) => `echo "$(sh ${path})"`,
  (path) => `bash -c ${quote(`sh ${path}`)}`,
  (path) => `FILE=x; for f in ${path}; do sh "$f"; done`,
  (path) => `sh .claude/skills/good/run.sh; sh ${path}`,
  (path) => `cd src && cd .. && sh ${path}`,
  (path) => `npm install && sh ${path}`,
  (path) => `sudo -u other sh ${path}`,
  (path) => `run() { sh "$1"; }; run ${path}`,
  (path) => `alias r=sh; r ${path} &`,
  (path) => `cat <(sh ${path})`,
);
/** Commands with a path relative to the working folder. */
const moves = fc.constantFrom<(path: string) => string>(
  (path) => `mkdir -p new/dir; cd new/dir; sh ../../${path}`,
  (path) => `git clone https://example.com/x new && cd new && sh ../${path}`,
  (path) => `mkdir -p new/src; cd new; cd src; cat ../../${path}`,
  (path) => `docker run -v "$PWD:/new" alpine sh /new/${path}`,
  (path) => `docker run -v "$PWD:/new" -w /new/src alpine sh -c ${quote(`cd /new && sh ./${path}`)}`,
);

describe('another spelling of a path', () => {
  const RANK = { allow: 0, ask: 1, deny: 2 };

  it('never gets a weaker decision than the plain one', async () => {
    using folder = createFolder({
      '.claude/skills/good/SKILL.md': CLEAN_SKILL,
      '.claude/skills/good/run.sh': 'echo good\n',
      '.claude/skills/evil/SKILL.md': CLEAN_SKILL,
      '.claude/skills/evil/run.sh': 'echo evil\n',
      'src/index.ts': '',
      'home/.profile': '',
    });
    // The bundle of `good` is known here, so the hook asks about it; it denies `evil`. Confusing them changes the decision.
    const good = await needsOf().service.client.bundleSha256(
      await readFolder(join(folder.path, '.claude/skills/good')),
    );
    const needs = needsOf({ knowsBundle: async (sha256) => sha256 === good });
    const ruling = async (command: string) => (await decide({ cwd: folder.path, command }, needs)).decision;
    const plain = { good: 'ask', evil: 'deny' } as const;
    for (const name of ['good', 'evil'] as const)
      expect(await ruling(`sh .claude/skills/${name}/run.sh`)).toBe(plain[name]);

    const before = fc.oneof(
      detours,
      fc.constantFrom('$PWD/', `"\${PWD}"/`, `${folder.path}/`, '$CLAUDE_PROJECT_DIR/', '~/../'),
    );
    const spelled = (name: string) => pathSpellings(['.claude', 'skills', name, 'run.sh'], before);
    const cases = fc.oneof(
      fc
        .tuple(fc.constantFrom('good', 'evil'), commands)
        .chain(([name, toCommand]) => spelled(name).map((path) => ({ name, command: toCommand(path) }))),
      fc.tuple(fc.constantFrom('good', 'evil'), moves).chain(([name, toCommand]) =>
        pathSpellings(['.claude', 'skills', name, 'run.sh'], detours).map((path) => ({
          name,
          command: toCommand(path),
        })),
      ),
      fc
        .constantFrom('good', 'evil')
        .chain((name) =>
          fc
            .tuple(
              pathSpellings(['.claude', 'skills'], before),
              pathSpellings([name, 'run.sh'], fc.constantFrom('', './')),
            )
            .map(([to, path]) => ({ name, command: `cd ${to} && sh ${path}` })),
        ),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ name, command }) => {
        expect(RANK[await ruling(command)], command).toBeGreaterThanOrEqual(RANK[plain[name as 'good' | 'evil']]);
      }),
      { numRuns: 400 },
    );
  }, 300_000);
});
