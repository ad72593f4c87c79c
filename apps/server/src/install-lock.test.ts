import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digestsOf } from '../../cli/src/install/digests.ts';
import { Lock } from '../../cli/src/install/lock.ts';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine, SKILL } from './testing/install-machine.ts';

type Project = ReturnType<InstallMachine['openProject']>;
const NOWHERE = 'http://127.0.0.1:9';
const OTHER = 'f'.repeat(64);

let machine: InstallMachine;
let origin: Project;
let certified: { id: string; commit: string };
beforeAll(async () => {
  machine = await openInstallMachine();
  certified = await machine.certify('acme/locked', SKILL);
  origin = machine.openProject('.claude');
  const added = await origin.add(`acme/locked@${certified.commit}`, '--yes');
  expect([added.code, added.stderr]).toEqual([0, '']);
});
afterAll(() => machine.close());

/** A copy of the locked project, to change. */
function copy(change: (path: string) => void = () => undefined): Project {
  const project = machine.openProject();
  cpSync(origin.path, project.path, { recursive: true, verbatimSymlinks: true });
  change(project.path);
  return project;
}
type Json = Record<string, never> & { skills: Record<string, object>; trusted: object; imports: object[] };
const readLock = (path: string): Json => JSON.parse(readFileSync(join(path, 'assay.lock'), 'utf8'));
const withLock = (change: (lock: Json) => object) =>
  copy((path) =>
    writeFileSync(join(path, 'assay.lock'), JSON.stringify({ ...readLock(path), ...change(readLock(path)) })),
  );
const withEntry = (member: string, value: unknown) =>
  withLock(({ skills }) => ({ skills: { minutes: { ...skills.minutes, [member]: value } } }));

const frozen = (project: Project) => project.run(['ci', '--frozen', '--host', machine.git.url]);
const offline = (project: Project, ...more: string[]) =>
  project.run(['ci', '--frozen', '--offline', '--max-status-age', '1h', ...more], { ASSAY_URL: machine.server.url });

describe('assay ci --frozen', () => {
  it('passes on an intact tree, online and offline', async () => {
    expect(await frozen(copy())).toMatchObject({ code: 0, stdout: expect.stringContaining('OK minutes  valid now') });
    expect(await offline(copy())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('OK minutes  proven offline'),
    });
  });

  it('relies on stored proofs when the service does not answer, while their status is fresh enough', async () => {
    const away = (age: string) => {
      const project = withEntry('service', NOWHERE);
      const root = join(project.path, 'root.json');
      writeFileSync(
        root,
        JSON.stringify(
          JSON.parse(readFileSync(join(project.path, `.assay/proofs/${certified.id}.json`), 'utf8')).trustRoot,
        ),
      );
      return project.run(['ci', '--frozen', '--trust-root', root, '--max-status-age', age], { ASSAY_URL: NOWHERE });
    };
    expect((await away('1h')).code).toBe(0);
    expect(await away('0s')).toMatchObject({ code: 2, stdout: expect.stringContaining('The age of the status is') });
  });

  it('takes the maximum status age from the lock offline, unless the command line sets it, and ignores it online', async () => {
    const within = (minutes: number, project = withLock(() => ({ maxStatusAgeMinutes: minutes }))) => ({
      offline: async () => (await project.run(['ci', '--frozen', '--offline'], { ASSAY_URL: machine.server.url })).code,
      flagged: async () => (await offline(project)).code,
      online: async () => (await frozen(project)).code,
    });
    const none = within(0);
    expect([await none.offline(), await none.flagged(), await none.online()]).toEqual([2, 0, 0]);
    expect([await within(60).offline(), await within(-1).offline(), await within(1e9).offline()]).toEqual([0, 64, 64]);
  });

  it('installs missing skills at the commit of the lock, and nothing else', async () => {
    const project = copy((path) => {
      rmSync(join(path, '.agents'), { recursive: true });
      rmSync(join(path, '.claude/skills'), { recursive: true });
    });
    const before = readFileSync(join(project.path, 'assay.lock'), 'utf8');
    expect((await offline(project)).code).toBe(1);
    expect((await frozen(project)).code).toBe(0);
    expect(project.list()).toEqual(origin.list());
    expect(readFileSync(join(project.path, 'assay.lock'), 'utf8')).toBe(before);
  });

  it.each([
    [
      'a changed file',
      (path: string) => writeFileSync(join(path, 'scripts/run.sh'), 'echo other\n'),
      'scripts/run.sh differs from the certified file',
    ],
    [
      'a missing file',
      (path: string) => rmSync(join(path, 'scripts/run.sh')),
      'scripts/run.sh was certified, but is missing',
    ],
    ['a file more', (path: string) => writeFileSync(join(path, 'notes.md'), 'x'), 'notes.md was not certified'],
    [
      'a file below .git',
      (path: string) => {
        mkdirSync(join(path, '.git/branches'), { recursive: true });
        writeFileSync(join(path, '.git/branches/x.sh'), 'echo\n');
      },
      '.git/branches/x.sh was not certified',
    ],
    ['a link', (path: string) => symlinkSync('/etc/passwd', join(path, 'notes.md')), 'notes.md'],
    ['an executable bit', (path: string) => chmodSync(join(path, 'scripts/run.sh'), 0o755), 'Executable bits'],
  ])('names %s', async (_, change, words) => {
    const project = copy((path) => change(join(path, '.agents/skills/minutes')));
    expect(await frozen(project)).toMatchObject({ code: 1, stdout: expect.stringContaining(words) });
    expect(await offline(project)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(words.split(' ')[0] ?? ''),
    });
  });

  it('refuses skills outside the lock, in the folder of any host', async () => {
    for (const folder of ['.agents/skills', '.claude/skills', '.opencode/skills']) {
      const project = copy((path) => {
        mkdirSync(join(path, folder, 'other'), { recursive: true });
        writeFileSync(join(path, folder, 'other/SKILL.md'), INSTRUCTIONS);
      });
      expect(await offline(project)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`REFUSED ${folder}/other`),
      });
    }
  });

  it('refuses a withdrawn certificate, also with a proof from that time', async () => {
    const { id, commit } = await machine.certify('acme/gone', { ...SKILL, 'SKILL.md': `${INSTRUCTIONS}\nGone.\n` });
    const project = machine.openProject();
    expect((await project.add(`acme/gone@${commit}`, '--yes')).code).toBe(0);
    await machine.server.operate(`/api/v1/operator/certificates/${id}/suspend`, {
      reason: 'It does other things than it says.',
    });
    await machine.publishLog();
    expect(await frozen(project)).toMatchObject({ code: 1, stdout: expect.stringContaining('Not valid') });
    const { text } = await machine.server.get(`/api/v1/public/certificates/${id}/proof-bundle`);
    writeFileSync(join(project.path, `.assay/proofs/${id}.json`), text);
    expect(await offline(project)).toMatchObject({ code: 1, stdout: expect.stringContaining('SUSPENDED') });
  });

  it("distinguishes installer metadata in SKILL.md, and compares the installer's lock file with the folder", async () => {
    const fields = 'metadata:\n    github-ref: refs/heads/main\n    github-repo: https://github.com/acme/locked\n';
    const withFields = (text: string) =>
      copy((path) => {
        const file = join(path, '.agents/skills/minutes/SKILL.md');
        writeFileSync(file, readFileSync(file, 'utf8').replace('\n---\n', `\n${text}---\n`));
      });
    const installed = withFields(fields);
    const note =
      'MATCH_EXCEPT_INSTALLER_METADATA: github-ref refs/heads/main, github-repo https://github.com/acme/locked';
    expect(await frozen(installed)).toMatchObject({ code: 0, stdout: expect.stringContaining(note) });
    expect(await offline(installed)).toMatchObject({ code: 0, stdout: expect.stringContaining(note) });
    const verified = await installed.run(['verify', '.agents/skills/minutes', '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      valid: true,
      match: 'MATCH_EXCEPT_INSTALLER_METADATA',
      installerMetadata: { 'github-ref': 'refs/heads/main' },
    });
    expect((await frozen(withFields(`${fields}    github-note: x\n`))).code).toBe(1);
    const spoken = withFields(`${fields}    github-path: run-this-first/curl-https-evil.example\n`);
    for (const check of [frozen, offline])
      expect(await check(spoken)).toMatchObject({ code: 1, stdout: expect.stringContaining('installer fields') });
    expect((await spoken.run(['verify', '.agents/skills/minutes'])).code).toBe(1);
    const entry = { minutes: { source: 'acme/locked', computedHash: OTHER } };
    const held = copy((path) =>
      writeFileSync(join(path, 'skills-lock.json'), JSON.stringify({ version: 1, skills: entry })),
    );
    expect(await frozen(held)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('differs from the installed version in skills-lock.json'),
    });
  });

  it('cannot decide without a stored proof, and reports a missing lock', async () => {
    expect((await offline(copy((path) => rmSync(join(path, '.assay'), { recursive: true })))).code).toBe(2);
    expect((await offline(machine.openProject())).code).toBe(3);
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const digestsOfSkill = (text: string) => digestsOf([{ path: 'SKILL.md', mode: '100644', bytes: Buffer.from(text) }]);
const approvalOf = (name: string, text: string) => ({
  [digestsOfSkill(text).bundleSha256]: { name, reason: 'Ours', by: 'acme', until: '2999-01-01' },
});

/** The locked project with a skill that is trusted by the lock and one that is trusted by an import of the lock. */
function withApprovals(change: (lock: Json) => void = () => undefined): Project {
  const [own, theirs] = [`${INSTRUCTIONS}\nOwn.\n`, `${INSTRUCTIONS}\nTheirs.\n`];
  const imported = JSON.stringify({ trusted: approvalOf('theirs', theirs) });
  return copy((path) => {
    for (const [file, text] of [
      ['.agents/skills/own/SKILL.md', own],
      ['.claude/skills/theirs/SKILL.md', theirs],
      [`.assay/imports/${sha256(imported)}.json`, imported],
    ] as const) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    }
    const lock = readLock(path);
    const none = { commit: null, certificateId: null, payloadHash: null, service: null };
    lock.skills.own = { source: './own', path: '.', ...none, ...digestsOfSkill(own), readBy: 'NONE', hosts: [] };
    lock.trusted = approvalOf('own', own);
    lock.imports = [{ url: 'https://acme.example/assay.lock', sha256: sha256(imported) }];
    change(lock);
    writeFileSync(join(path, 'assay.lock'), JSON.stringify(lock));
  });
}

type Schema = {
  readonly properties?: Record<string, Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
/** The path of every member, with `*` for each key of a record and each element of a list. */
function membersOf(schema: Schema, path = ''): string[] {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named = Object.entries(properties).flatMap(([name, each]) => [
    `${path}${name}`,
    ...membersOf(each, `${path}${name}.`),
  ]);
  const others = [additionalProperties, items].flatMap((each) =>
    typeof each === 'object' ? membersOf(each, `${path}*.`) : [],
  );
  return [...named, ...others, ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => membersOf(each, path))];
}

type Members = { [name: string]: Members };
/** Changes the member; `*` is the first key or element. */
function setMember(lock: Json, path: string, value: unknown): void {
  const [name = '', ...parents] = path.split('.').reverse();
  const step = (holder: Members, part: string) => holder[part === '*' ? (Object.keys(holder)[0] ?? '') : part] ?? {};
  Object.assign(parents.reverse().reduce(step, lock as Members), { [name]: value });
}

/** One changed member of the lock per row, with the expected output online and offline. */
const ROWS: readonly (readonly [string, unknown, number, string])[] = [
  ['lockfileVersion', 2, 64, 'lockfileVersion'],
  ['maxStatusAgeMinutes', -1, 64, 'maxStatusAgeMinutes'],
  ['skills', {}, 1, 'REFUSED .agents/skills/minutes'],
  ['skills.*.kind', 'plugin', 1, 'REFUSED .agents/skills/minutes'],
  ['skills.*.source', 'https://github.com/acme/other', 1, 'source: the lock says'],
  ['skills.*.path', 'skills/other', 1, 'path: the lock says'],
  ['skills.*.path', '../..', 64, 'skills.minutes.path'],
  ['skills.*.commit', 'a'.repeat(40), 1, 'commit: the lock says'],
  ['skills.*.commit', null, 1, 'commit: the lock says'],
  ['skills.*.bundleSha256', OTHER, 1, 'bundleSha256'],
  ['skills.*.treeSha256', OTHER, 1, 'treeSha256'],
  ['skills.*.payloadHash', `0x${OTHER}`, 1, 'payloadHash: the lock says'],
  ['skills.*.payloadHash', null, 1, 'payloadHash: the lock says'],
  ['skills.*.service', 'https://assay.example', 1, 'service: the lock says'],
  ['skills.*.readBy', 'PERSON', 1, 'readBy: the lock says'],
  ['skills.*.hosts', [], 1, 'the lock does not name that host'],
  ['skills.*.hosts', ['claude-code', 'other'], 1, 'there is no host other'],
  ['skills.*.certificateId', null, 1, 'payloadHash is set'],
  ['skills.*.more', true, 64, 'assay.lock is not valid'],
  ['trusted', {}, 1, 'These files are neither certified nor trusted'],
  ['trusted.*.name', 'other', 1, 'These files are trusted as other'],
  ['trusted.*.until', '2020-01-01', 1, 'It was trusted until 2020-01-01'],
  // These two and the URL of an import describe an approval. Only a malformed value is refused.
  ['trusted.*.by', '', 64, 'by'],
  ['trusted.*.reason', null, 64, 'reason'],
  ['imports', [], 1, 'REFUSED .claude/skills/theirs'],
  ['imports.*.url', null, 64, 'imports.0.url'],
  ['imports.*.sha256', OTHER, 64, 'imports: the approvals from'],
];

describe('a changed lock is refused', () => {
  it('and an unchanged one accepted', async () => {
    for (const run of [frozen, offline]) expect(await run(withApprovals())).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(ROWS)('for %s %j', async (member, value, code, words) => {
    for (const run of [frozen, offline]) {
      const { code: ended, stdout, stderr } = await run(withApprovals((lock) => setMember(lock, member, value)));
      expect([ended, `${stdout}${stderr}`]).toEqual([code, expect.stringContaining(words)]);
    }
  });

  it('for every member that a lock can have', () => {
    const members = membersOf(z.toJSONSchema(Lock) as Schema);
    expect(members).toContain('skills.*.treeSha256');
    const rows = new Set(ROWS.map(([member]) => member));
    expect(members.filter((member) => !rows.has(member))).toEqual([]);
  });

  it('for an unknown certificateId', async () => {
    const project = withEntry('certificateId', 'a'.repeat(24));
    expect((await frozen(project)).code).toBe(1);
    expect((await offline(project)).code).toBe(2);
  });

  it('for a name that is a path', async () => {
    const project = withLock(({ skills }) => ({ skills: { '../minutes': skills.minutes } }));
    expect(await offline(project)).toMatchObject({ code: 64, stderr: expect.stringContaining('is not valid') });
  });
});
