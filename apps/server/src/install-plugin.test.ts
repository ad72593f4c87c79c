import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeBundle } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay } from '../../cli/src/testing/run-assay.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine } from './testing/install-machine.ts';

const FOLDER = 'plugins/office';
const SKILL = 'skills/minutes/SKILL.md';
const STORE = '.agents/plugins/office';
const HOOKS = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'sh watch.sh' }] }] } };
const filesOf = (word: string): Record<string, string> => ({
  '.claude-plugin/plugin.json': JSON.stringify({
    name: 'office',
    mcpServers: { calendar: { command: 'node', args: ['server.js'] } },
  }),
  'hooks/hooks.json': JSON.stringify(HOOKS),
  [SKILL]: INSTRUCTIONS,
  'commands/sum.md': 'Sum up.\n',
  'agents/clerk.md': '---\nname: clerk\n---\nWrite.\n',
  'server.js': `// ${word}\n`,
});

let machine: InstallMachine;
beforeAll(async () => {
  machine = await openInstallMachine();
});
afterAll(() => machine.close());
type Project = ReturnType<InstallMachine['openProject']>;

const publish = (repository: string, files: Record<string, string>) =>
  machine.git.publish(
    repository,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${FOLDER}/${path}`, text])),
  );

/** Issues one certificate for all files of the plugin. */
async function certify(repository: string, files: Record<string, string>, commit: string): Promise<string> {
  const source = {
    type: 'github',
    url: `https://github.com/${repository}`,
    ref: commit,
    commit,
    entry: `${FOLDER}/${SKILL}`,
    binding: 'COMMIT',
  };
  const bundle = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const changes = { name: 'office', source: source as never, digests: describeBundle(bundle, SKILL) };
  const id = await issueCertificate(machine.server, changes);
  await machine.publishLog();
  return id;
}

/** The answer of the Claude Code hook to the use of a skill by its full name. */
async function use({ path }: Project, skill: string): Promise<string> {
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Skill', tool_input: { skill }, cwd: path };
  const { stdout } = await runAssay(['hook', 'run', 'claude-code', '--url', machine.server.url], {
    cwd: path,
    env: machine.env,
    input: JSON.stringify(event),
  });
  return stdout === '' ? 'allow' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

const ci = (project: Project, ...more: string[]) => project.run(['ci', '--frozen', '--host', machine.git.url, ...more]);

describe('assay add of a certified plugin', () => {
  let commit: string;
  let id: string;
  let installed: Project;
  beforeAll(async () => {
    commit = await publish('acme/office', filesOf('first'));
    id = await certify('acme/office', filesOf('first'), commit);
    installed = machine.openProject('.claude');
  });
  const copy = (change: (path: string) => void): Project => {
    const project = machine.openProject();
    cpSync(installed.path, project.path, { recursive: true });
    change(project.path);
    return project;
  };

  it('shows the processes that it starts, and installs and locks all its files', async () => {
    const { code, stdout } = await installed.add(`acme/office/office@${commit}`, '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('hook          PreToolUse: sh watch.sh')]);
    expect(stdout).toContain('server        calendar: node server.js');
    expect(stdout).toContain('plugin        1 skill, 1 command, 1 agent');
    expect(stdout).toContain('claude plugin install office@locked-plugins');
    expect(installed.list()).toEqual(
      [
        '.agents/plugins/.claude-plugin/marketplace.json',
        ...Object.keys(filesOf('first')).map((path) => `${STORE}/${path}`),
        `.assay/proofs/${id}.json`,
        'assay.lock',
      ].sort(),
    );
    const { skills } = JSON.parse(readFileSync(join(installed.path, 'assay.lock'), 'utf8'));
    expect(skills.office).toMatchObject({ kind: 'plugin', path: FOLDER, commit, certificateId: id, hosts: [] });
    const market = JSON.parse(
      readFileSync(join(installed.path, '.agents/plugins/.claude-plugin/marketplace.json'), 'utf8'),
    );
    expect(market.plugins).toEqual([{ name: 'office', source: './office' }]);
  });

  it('passes assay ci online and offline, and its skill passes the hook', async () => {
    expect(await ci(installed)).toMatchObject({ code: 0, stdout: expect.stringContaining('OK office') });
    expect((await ci(installed, '--offline', '--max-status-age', '1h')).code).toBe(0);
    expect(await installed.run(['verify', STORE])).toMatchObject({ code: 0 });
    expect(await use(installed, 'office:minutes')).toBe('allow');
  });

  it('is installed by assay ci when it is missing', async () => {
    const project = copy((path) => rmSync(join(path, '.agents'), { recursive: true }));
    expect((await ci(project)).code).toBe(0);
    expect(project.list()).toEqual(installed.list());
  });

  it.each([
    ['a changed hook', `${STORE}/hooks/hooks.json`, '{"hooks":{}}', 'hooks/hooks.json'],
    ['one more file', `${STORE}/skills/minutes/more.sh`, 'curl x | sh\n', 'more.sh'],
    [
      'another plugin beside it',
      '.agents/plugins/other/.claude-plugin/plugin.json',
      '{"name":"other"}',
      'plugins/other',
    ],
    ['a skill of its name', '.agents/skills/office/SKILL.md', INSTRUCTIONS, 'REFUSED .agents/skills/office'],
    ['another marketplace', '.agents/plugins/.claude-plugin/marketplace.json', '{"plugins":[]}', 'marketplace.json'],
  ])('is refused by assay ci with %s', async (_, path, text, named) => {
    const project = copy((folder) => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    });
    expect(await ci(project)).toMatchObject({ code: 1, stdout: expect.stringContaining(named) });
    if (path.startsWith(STORE)) expect(await use(project, 'office:minutes')).toBe('deny');
  });

  it('is refused by assay ci as a skill, and a skill as a plugin', async () => {
    const setKind = (path: string, kind?: 'plugin') => {
      const lock = JSON.parse(readFileSync(join(path, 'assay.lock'), 'utf8'));
      for (const entry of Object.values(lock.skills)) Object.assign(entry as object, { kind });
      writeFileSync(join(path, 'assay.lock'), JSON.stringify(lock));
    };
    const asSkill = copy((path) => {
      setKind(path);
      rmSync(join(path, '.agents'), { recursive: true });
    });
    const text = 'kind: the lock says skill, but these are the files of a plugin';
    expect(await ci(asSkill)).toMatchObject({ code: 1, stdout: expect.stringContaining(text) });
    expect(asSkill.list().filter((path) => path.startsWith('.agents/'))).toEqual([]);

    const released = await machine.certify('acme/single', { 'SKILL.md': `${INSTRUCTIONS}\nSingle.\n` });
    const asPlugin = machine.openProject('.claude');
    expect((await asPlugin.add(`acme/single@${released.commit}`, '--yes')).code).toBe(0);
    setKind(asPlugin.path, 'plugin');
    writeFileSync(join(asPlugin.path, '.agents/skills/minutes/SKILL.md'), `${INSTRUCTIONS}\nOther.\n`);
    expect(await ci(asPlugin)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('kind: the lock says plugin'),
    });
    expect(asPlugin.list().filter((path) => path.startsWith(STORE))).toEqual([]);
  });

  it('is refused after its certificate is suspended', async () => {
    await machine.server.operate(`/api/v1/operator/certificates/${id}/suspend`, {
      reason: 'Its server does other things than it says.',
    });
    expect((await ci(installed)).code).toBe(1);
    expect(await use(installed, 'office:minutes')).toBe('deny');
  });
});

describe('assay add refuses, and writes nothing, for', () => {
  const refuse = async (repository: string, commit: string, code: number, text: string) => {
    const project = machine.openProject('.claude');
    const { code: ended, stdout, stderr } = await project.add(`${repository}/office@${commit}`, '--yes');
    expect([ended, stdout + stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(project.list()).toEqual([]);
  };

  it('a plugin with one file changed after its review', async () => {
    await certify('acme/changed', filesOf('changed'), 'a'.repeat(40));
    const commit = await publish('acme/changed', { ...filesOf('changed'), 'server.js': 'steal();\n' });
    await refuse('acme/changed', commit, 1, 'server.js');
  });

  it('an uncertified plugin', async () => {
    const files = { ...filesOf('new'), [SKILL]: `${INSTRUCTIONS}\nNew.\n` };
    await refuse('acme/new', await publish('acme/new', files), 1, 'not certified as a whole');
  });

  it('a plugin with a certificate for the skill only', async () => {
    const text = `${INSTRUCTIONS}\nAlone.\n`;
    await issueCertificate(machine.server, { name: 'minutes', files: { 'SKILL.md': text } });
    const project = machine.openProject('.claude');
    const commit = await publish('acme/alone', { ...filesOf('alone'), [SKILL]: text });
    expect((await project.add(`acme/alone/office@${commit}`, '--yes')).code).toBe(1);
    expect(project.list()).toEqual([]);
  });

  it('a plugin that starts a file outside its folder', async () => {
    const files = {
      ...filesOf('outside'),
      '.claude-plugin/plugin.json': '{"name":"office","hooks":"../../elsewhere/hooks.json"}',
    };
    await refuse('acme/outside', await publish('acme/outside', files), 64, 'outside the plugin');
  });
});
