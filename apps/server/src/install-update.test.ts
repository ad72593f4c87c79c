import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine, SKILL } from './testing/install-machine.ts';

let machine: InstallMachine;
beforeAll(async () => {
  machine = await openInstallMachine();
});
afterAll(() => machine.close());

const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const later = { ...SKILL, 'SKILL.md': `${INSTRUCTIONS}\nLater.\n`, 'notes.md': 'more\n' };
const lockOf = (path: string) => JSON.parse(readFileSync(join(path, 'assay.lock'), 'utf8')).skills.minutes;

async function openInstalled(repository: string) {
  const own = (word: string, files: Record<string, string>) => ({
    ...files,
    'scripts/run.sh': `echo ${repository} ${word}\n`,
  });
  const first = await machine.certify(repository, own('first', SKILL), { version: '1.0.0', ownerWallet: OWNER });
  const project = machine.openProject('.claude');
  expect((await project.add(`${repository}@${first.commit}`, '--yes')).code).toBe(0);
  const certifyLater = (changes: object = {}) =>
    machine.certify(repository, own('later', later), { version: '1.1.0', ownerWallet: OWNER, ...changes });
  const run = (...words: string[]) => project.run([...words]);
  return { project, first, run, certifyLater };
}

it('assay update finds a later certified version, shows the changes, and installs it', async () => {
  const { project, first, run, certifyLater } = await openInstalled('acme/versions');
  expect(await run('outdated')).toMatchObject({
    code: 0,
    stdout: 'no newer certified version found\n',
  });
  const second = await certifyLater();
  expect(await run('outdated')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`minutes 1.0.0 → 1.1.0, certificate ${second.id}`),
  });
  expect(await run('update', '--host', machine.git.url)).toMatchObject({ code: 2 });
  expect(lockOf(project.path).commit).toBe(first.commit);

  const refused = await run('update', '--yes', '--json', '--read-by', 'person', '--host', machine.git.url);
  expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
    1,
    [
      expect.objectContaining({
        name: 'minutes',
        isInstalled: false,
        commit: second.commit,
        certificateId: second.id,
        difference: expect.objectContaining({ files: expect.arrayContaining(['+ notes.md']) }),
      }),
    ],
  ]);

  const updated = await run('update', '--yes', '--host', machine.git.url);

  expect([updated.code, updated.stdout]).toEqual([
    0,
    expect.stringMatching(/files ~ SKILL\.md\n {2}files \+ notes\.md\n {2}files ~ scripts\/run\.sh/),
  ]);
  expect(lockOf(project.path)).toMatchObject({
    commit: second.commit,
    certificateId: second.id,
    hosts: ['claude-code'],
  });
  expect((await run('ci', '--frozen')).code).toBe(0);
  expect((await run('outdated')).code).toBe(0);
  expect(await run('update', 'minutes', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
});

it('assay update installs no version of another owner, and none that the policy refuses', async () => {
  const { project, first, run, certifyLater } = await openInstalled('acme/owners');
  await certifyLater({ ownerWallet: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
  expect((await run('outdated')).code).toBe(0);
  await machine.certify(
    'acme/owners',
    { ...later, 'scripts/run.sh': 'echo third\n' },
    { version: '1.2.0', ownerWallet: OWNER },
  );
  expect((await run('update', '--yes', '--read-by', 'person', '--host', machine.git.url)).code).toBe(1);
  expect(lockOf(project.path).commit).toBe(first.commit);
  expect((await run('update', 'other', '--yes')).code).toBe(64);
});

it('assay update installs no version when neither certificate names an owner', async () => {
  const { id, commit } = await machine.certify('acme/nobody', { ...SKILL, 'a.md': 'first\n' }, { version: '1.0.0' });
  const project = machine.openProject('.claude');
  expect((await project.add(`acme/nobody@${commit}`, '--yes')).code).toBe(0);
  await machine.certify('acme/nobody', { ...SKILL, 'a.md': 'later\n' }, { version: '1.1.0' });
  expect((await project.run(['outdated'])).code).toBe(0);
  expect(lockOf(project.path).certificateId).toBe(id);
});

it('assay update writes a branch with one commit and a summary for a bot', async () => {
  const { project, first, run, certifyLater } = await openInstalled('acme/bots');
  const { id } = await certifyLater();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bot', '-c', 'user.email=bot@example.com', ...words], {
      cwd: project.path,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main', '.');
  git('config', 'user.name', 'Bot');
  git('config', 'user.email', 'bot@example.com');
  git('commit', '--quiet', '--allow-empty', '--message', 'start');
  expect(await run('update', '--pr', '--host', machine.git.url)).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('assay.lock is not in version control'),
  });
  git('add', '--all');
  git('commit', '--quiet', '--message', 'add a skill');

  git('config', 'filter.x.clean', 'touch ../mark');
  expect(await run('update', '--pr', '--host', machine.git.url)).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('filter.x.clean'),
  });
  git('config', '--unset', 'filter.x.clean');
  git('config', 'core.fsmonitor', `touch ${project.path}/mark; false`);

  const { code, stdout } = await run('update', '--pr', '--host', machine.git.url);

  git('config', '--unset', 'core.fsmonitor');
  expect(project.list()).not.toContain('mark');

  expect([code, stdout]).toEqual([0, expect.stringContaining('## Update `minutes`')]);
  expect(stdout).toContain('- `+ notes.md`');
  expect(git('rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('main');
  expect(git('status', '--porcelain')).toBe('');
  expect(lockOf(project.path).commit).toBe(first.commit);
  expect(git('diff', '--name-only', 'main', 'assay/update-minutes').trim().split('\n')).toEqual([
    '.agents/skills/minutes/SKILL.md',
    '.agents/skills/minutes/notes.md',
    '.agents/skills/minutes/scripts/run.sh',
    `.assay/proofs/${id}.json`,
    'assay.lock',
  ]);
});

it('assay doctor reports what works and what does not', async () => {
  const project = machine.openProject('.claude', 'home');
  const env = { HOME: join(project.path, 'home') };
  const missing = await project.run(['doctor'], env);
  expect([missing.code, missing.stdout]).toEqual([
    2,
    expect.stringContaining('✗ Claude Code: has no hook; install it with: assay hook install claude-code'),
  ]);
  await project.run(['hook', 'install', 'claude-code'], env);
  const whole = await project.run(['doctor'], env);
  expect([whole.code, whole.stdout]).toEqual([
    0,
    expect.stringContaining(`✓ service: ${machine.server.url} (environment) is reachable, trust root version 1`),
  ]);
  const away = await project.run(['doctor', '--json'], { ...env, ASSAY_URL: 'http://127.0.0.1:9' });
  expect(away.code).toBe(2);
  expect(JSON.parse(away.stdout)).toContainEqual({
    what: 'service',
    isGood: false,
    detail: expect.stringContaining('http://127.0.0.1:9'),
  });
  mkdirSync(join(env.HOME, '.config/assay'), { recursive: true });
  writeFileSync(
    join(project.path, 'assay.lock'),
    JSON.stringify({
      lockfileVersion: 1,
      skills: {},
      imports: [],
      trusted: { ['a'.repeat(64)]: { name: 'old', reason: '', by: 'me', until: '2020-01-01' } },
    }),
  );
  expect((await project.run(['doctor'], env)).stdout).toContain('✗ trust: the approval of old expired on 2020-01-01');
});
