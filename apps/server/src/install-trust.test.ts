import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { add } from '../../cli/src/commands/add.ts';
import { readConfig } from '../../cli/src/config.ts';
import { runAssay } from '../../cli/src/testing/run-assay.ts';
import { borrowEngine } from '../../cli/src/testing/shared-engine.ts';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine, SKILL } from './testing/install-machine.ts';

let machine: InstallMachine;
beforeAll(async () => {
  machine = await openInstallMachine();
});
afterAll(() => machine.close());

type Project = ReturnType<InstallMachine['openProject']>;
/** The answer of the Claude Code hook to the use of a skill. */
async function use({ path }: Project, skill: string, home = machine.home): Promise<string> {
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Skill', tool_input: { skill }, cwd: path };
  const { stdout } = await runAssay(['hook', 'run', 'claude-code', '--url', machine.server.url], {
    cwd: path,
    env: { ...machine.env, HOME: home },
    input: JSON.stringify(event),
  });
  return stdout === '' ? 'allow' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}
const OWN = `${INSTRUCTIONS}\nMy own.\n`;
function ownSkill(...folders: string[]): Project {
  const project = machine.openProject(...folders, '.claude/skills/own');
  writeFileSync(join(project.path, '.claude/skills/own/SKILL.md'), OWN);
  return project;
}
/** The hook does not trust a home directory inside the project. */
const homeOf = (project: Project): string => `${project.path}-home`;
const lockOf = ({ path }: Project) => JSON.parse(readFileSync(join(path, 'assay.lock'), 'utf8'));

describe('assay trust', () => {
  it('lets the hook use exactly these bytes until the day ends or the approval is withdrawn', async () => {
    const project = ownSkill();
    const run = (...words: string[]) => project.run(words, { HOME: homeOf(project) });
    expect(await use(project, 'own', homeOf(project))).toBe('deny');
    const { stdout, code } = await run('trust', '.claude/skills/own', '--reason', 'I wrote it', '--days', '30');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^own is trusted until \d{4}-\d\d-\d\d for sha256 [0-9a-f]{64} \(your settings\)/),
    ]);
    expect(await use(project, 'own', homeOf(project))).toBe('allow');
    writeFileSync(join(project.path, '.claude/skills/own/SKILL.md'), `${OWN}more`);
    expect(await use(project, 'own', homeOf(project))).toBe('deny');
    writeFileSync(join(project.path, '.claude/skills/own/SKILL.md'), OWN);
    const file = join(homeOf(project), '.config/assay/config.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"until": "[^"]+"/, '"until": "2020-01-01"'));
    expect(await use(project, 'own', homeOf(project))).toBe('deny');
    await run('trust', '.claude/skills/own');
    expect(await use(project, 'own', homeOf(project))).toBe('allow');
    await run('trust', '.claude/skills/own', '--remove');
    expect(await use(project, 'own', homeOf(project))).toBe('deny');
  });

  it('applies to ci when it is in the lock, and there only for users who approved it themselves', async () => {
    const project = ownSkill();
    const env = { HOME: homeOf(project) };
    await project.run(['trust', '.claude/skills/own', '--lock', '--reason', 'Ours'], env);
    expect(Object.values(lockOf(project).trusted)).toMatchObject([{ name: 'own', reason: 'Ours' }]);
    expect((await project.run(['ci', '--frozen', '--offline'], env)).code).toBe(0);
    expect(await use(project, 'own', homeOf(project))).toBe('deny');
    const text = readFileSync(join(project.path, 'assay.lock'), 'utf8');
    for (const changed of [
      text.replace(/"until": "[^"]+"/, '"until": "2020-01-01"'),
      text.replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`),
    ]) {
      writeFileSync(join(project.path, 'assay.lock'), changed);
      expect((await project.run(['ci', '--frozen', '--offline'], env)).code).toBe(1);
    }
  });

  it('imports approvals of other users, pinned by digest', async () => {
    const theirs = ownSkill();
    await theirs.run(['trust', '.claude/skills/own', '--lock'], { HOME: homeOf(theirs) });
    let served = readFileSync(join(theirs.path, 'assay.lock'), 'utf8');
    const web = createServer((_, response) => void response.end(served));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void web.close());
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/assay.lock`;
    const ours = ownSkill();
    const run = (...words: string[]) => ours.run(words, { HOME: homeOf(ours) });

    expect((await run('trust', 'import', url)).code).toBe(0);
    expect(lockOf(ours).imports).toEqual([{ url, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    served = 'not asked for again';
    expect((await run('ci', '--frozen', '--offline')).code).toBe(0);
    const [{ sha256 }] = lockOf(ours).imports;
    const stored = join(ours.path, `.assay/imports/${sha256}.json`);
    writeFileSync(stored, readFileSync(stored, 'utf8').replace('"own"', '"other"'));
    expect(await run('ci', '--frozen', '--offline')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('differ from the lock'),
    });
    expect((await run('trust', 'import', url)).code).toBe(64);
    expect((await run('trust', 'import', 'http://example.com/x')).code).toBe(64);
    expect((await run('trust', 'import', 'http://127.0.0.1:9/x')).code).toBe(2);
    served = readFileSync(join(theirs.path, 'assay.lock'), 'utf8');
    expect(await use(ours, 'own', homeOf(ours))).toBe('deny');
    expect((await run('trust', 'import', url, '--user')).code).toBe(0);
    expect(await use(ours, 'own', homeOf(ours))).toBe('allow');
  });
});

describe('an import of approvals', () => {
  const approval = (until: string) => ({ ['a'.repeat(64)]: { name: 'x', reason: 'r', by: 'b', until } });
  const web = createServer(({ url = '' }, response) => {
    if (url === '/redirect') return void response.writeHead(302, { location: '/valid' }).end();
    if (url === '/cut') return void response.write('{', () => response.destroy());
    if (url === '/large') return void response.end('x'.repeat(4_194_305));
    const expired = JSON.stringify({ trusted: approval('2020-01-01') });
    response.end(url === '/expired' ? expired : '<html>Sign in</html>');
  });
  beforeAll(() => new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void web.close());
  const load = (project: Project, path: string) =>
    project.run(['trust', 'import', `http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`]);

  it.each([
    ['/redirect', 2, 'cannot be fetched: unexpected redirect. Nothing was written.'],
    ['/cut', 2, 'cannot be fetched: '],
    ['/large', 2, 'more than 4194304 bytes'],
    ['/page', 64, 'contains no list of approvals'],
  ])('refuses %s and writes nothing', async (path, code, text) => {
    const project = machine.openProject();
    expect(await load(project, path)).toMatchObject({ code, stderr: expect.stringContaining(text) });
    expect(project.list()).toEqual([]);
  });

  it('says how many have expired', async () => {
    const { code, stdout } = await load(machine.openProject(), '/expired');
    expect([code, stdout]).toEqual([0, expect.stringContaining('accepted 1 approval (1 expired) from http://')]);
  });
});

describe('the hook', () => {
  it('allows a locked skill without asking while its status is fresh enough, and asks after that', async () => {
    const { id, commit } = await machine.certify('acme/used', { ...SKILL, 'SKILL.md': `${INSTRUCTIONS}\nUsed.\n` });
    const project = machine.openProject('.claude');
    await project.run(['add', `acme/used@${commit}`, '--yes', '--host', machine.git.url], { HOME: homeOf(project) });
    expect(await use(project, 'minutes', homeOf(project))).toBe('allow');
    await machine.server.operate(`/api/v1/operator/certificates/${id}/suspend`, {
      reason: 'It does other things than it says.',
    });
    expect(await use(project, 'minutes', homeOf(project))).toBe('allow');
    mkdirSync(join(homeOf(project), '.config/assay'), { recursive: true });
    writeFileSync(
      join(homeOf(project), '.config/assay/config.json'),
      JSON.stringify({ policy: { maxStatusAgeMinutes: 0 } }),
    );
    expect(await use(project, 'minutes', homeOf(project))).toBe('deny');
  });

  it('does not trust the lock of a cloned repository', async () => {
    const { commit } = await machine.certify('acme/cloned', { ...SKILL, 'SKILL.md': `${INSTRUCTIONS}\nCloned.\n` });
    const project = machine.openProject('.claude');
    await project.run(['add', `acme/cloned@${commit}`, '--yes', '--host', machine.git.url]);
    const other = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Skill',
      tool_input: { skill: 'minutes' },
      cwd: project.path,
    };
    const { stdout } = await runAssay(['hook', 'run', 'claude-code', '--url', 'http://127.0.0.1:9'], {
      cwd: project.path,
      env: { ...machine.env, HOME: homeOf(project) },
      input: JSON.stringify(other),
    });
    expect(stdout).toContain('"deny"');
  });
});

describe('assay add of an uncertified skill', () => {
  it('installs it after a person agrees, as trusted by that person', async () => {
    await machine.git.publish('acme/fresh', {
      'SKILL.md': '---\nname: sorter\ndescription: Sorts notes.\n---\n\nSort the notes by date.\n',
    });
    const answer = async (project: Project, text: string) => {
      const env = { ...machine.env, HOME: homeOf(project) };
      let screen = '';
      const code = await add(['acme/fresh', '--host', machine.git.url], {
        cwd: project.path,
        hookDeadlineMs: 60_000,
        out: (part) => {
          screen += part;
        },
        err: () => undefined,
        openEngine: borrowEngine,
        isOutColoured: false,
        isErrInteractive: false,
        canAsk: true,
        columns: 100,
        now: () => performance.now(),
        today: new Date().toISOString().slice(0, 10),
        config: readConfig(env),
        readInput: async () => '',
        ask: async () => text,
      });
      return { code, screen };
    };
    const project = machine.openProject('.claude');
    mkdirSync(join(homeOf(project), '.config/assay'), { recursive: true });
    writeFileSync(join(homeOf(project), '.config/assay/config.json'), JSON.stringify({ url: machine.server.url }));
    expect(await answer(project, '')).toMatchObject({
      code: 1,
      screen: expect.stringContaining('NOT CERTIFIED sorter'),
    });
    expect(project.list()).toEqual([]);
    expect((await answer(project, 'y')).code).toBe(0);
    expect(lockOf(project)).toMatchObject({
      skills: { sorter: { certificateId: null, payloadHash: null, service: null } },
    });
    expect((await project.run(['ci', '--frozen'], { HOME: homeOf(project) })).code).toBe(0);
    expect(await use(project, 'sorter', homeOf(project))).toBe('allow');

    // The hook's settings name no service, and approvals for a service that is set for one command do not apply to the hook.
    const other = machine.openProject('.claude');
    expect((await answer(other, 'y')).code).toBe(0);
    expect(await use(other, 'sorter', homeOf(other))).toBe('deny');
  });
});
