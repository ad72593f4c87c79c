import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay } from '../../cli/src/testing/run-assay.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { INSTRUCTIONS, type InstallMachine, openInstallMachine, SKILL } from './testing/install-machine.ts';

type Project = ReturnType<InstallMachine['openProject']>;

let machine: InstallMachine;
beforeAll(async () => {
  machine = await openInstallMachine();
});
afterAll(() => machine.close());

const skillOf = (name: string) => ({ ...SKILL, 'SKILL.md': `${INSTRUCTIONS}\n${name}\n` });
const frozen = (project: Project) => project.run(['ci', '--frozen', '--host', machine.git.url]);
const suspend = (id: string) =>
  machine.server.operate(`/api/v1/operator/certificates/${id}/suspend`, {
    reason: 'It does other things than it says.',
  });
const isThere = (project: Project, path: string) =>
  lstatSync(join(project.path, path), { throwIfNoEntry: false }) !== undefined;

async function install(name: string, ...folders: string[]) {
  const certified = await machine.certify(`acme/${name}`, skillOf(name));
  const project = machine.openProject(...folders);
  expect((await project.add(`acme/${name}@${certified.commit}`, '--yes')).code).toBe(0);
  return { project, ...certified };
}

describe('assay ci --frozen', () => {
  it("follows the host's links as the operating system does", async () => {
    const { project } = await install('linked', '.claude');
    expect((await frozen(project)).code).toBe(0);
    // As text, a/b/skills/minutes leads to the project's .agents; with links followed, it leads to a/.agents.
    const { path } = project;
    mkdirSync(join(path, 'a'));
    renameSync(join(path, '.claude'), join(path, 'a/b'));
    symlinkSync('a/b', join(path, '.claude'));
    mkdirSync(join(path, 'a/.agents/skills/minutes'), { recursive: true });
    writeFileSync(join(path, 'a/.agents/skills/minutes/SKILL.md'), INSTRUCTIONS);
    expect(await frozen(project)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('.claude/skills/minutes does not link to .agents/skills/minutes'),
    });
  });

  it('writes no link into a host folder that is a link itself', async () => {
    const { project } = await install('through', '.claude');
    rmSync(join(project.path, '.claude'), { recursive: true });
    mkdirSync(join(project.path, 'a/b'), { recursive: true });
    symlinkSync('a/b', join(project.path, '.claude'));
    expect(await frozen(project)).toMatchObject({ code: 64, stderr: expect.stringContaining('goes through a link') });
    expect(isThere(project, 'a/b/skills')).toBe(false);
  });

  it.each([
    '.windsurf/skills/x',
    '.kiro/skills/x',
    '.opencode/skill/x',
    '.qwen/skills/x',
    '.factory/skills/x',
    'pkg/.claude/skills/x',
    'a/b/c/d/e/.claude/skills/x',
    '.gemini/extensions/more/skills/x',
    '.github/x/.claude/skills/x',
    '.hidden/pkg/.claude/skills/x',
  ])('refuses %s that the lock does not name', async (folder) => {
    const project = machine.openProject();
    writeFileSync(
      join(project.path, 'assay.lock'),
      JSON.stringify({ lockfileVersion: 1, skills: {}, trusted: {}, imports: [] }),
    );
    expect((await frozen(project)).code).toBe(0);
    mkdirSync(join(project.path, folder), { recursive: true });
    writeFileSync(join(project.path, folder, 'SKILL.md'), INSTRUCTIONS);
    expect(await frozen(project)).toMatchObject({ code: 1, stdout: expect.stringContaining(`REFUSED ${folder}`) });
  });

  it('does not decide about a project with an unreadable folder name', async () => {
    const project = machine.openProject();
    const lock = { lockfileVersion: 1, skills: {}, trusted: {}, imports: [] };
    writeFileSync(join(project.path, 'assay.lock'), JSON.stringify(lock));
    mkdirSync(Buffer.concat([Buffer.from(`${project.path}/pk`), Buffer.from([0xff])]));
    expect(await frozen(project)).toMatchObject({ code: 2, stdout: expect.stringContaining('not UTF-8') });
  });

  it('leaves nothing of an invalid skill behind', async () => {
    const { project, id } = await install('late', '.claude');
    const fresh = machine.openProject();
    cpSync(join(project.path, 'assay.lock'), join(fresh.path, 'assay.lock'));
    await suspend(id);

    expect((await frozen(fresh)).code).toBe(1);
    expect(fresh.list()).toEqual(['assay.lock']);

    rmSync(join(project.path, '.claude/skills/minutes'));
    expect((await frozen(project)).code).toBe(1);
    expect(isThere(project, '.claude/skills/minutes')).toBe(false);
  });

  it('removes a skill that another lock file contradicts', async () => {
    const { project } = await install('held', '.claude');
    const fresh = machine.openProject();
    cpSync(join(project.path, 'assay.lock'), join(fresh.path, 'assay.lock'));
    const entry = { minutes: { source: 'acme/held', computedHash: 'f'.repeat(64) } };
    writeFileSync(join(fresh.path, 'skills-lock.json'), JSON.stringify({ version: 1, skills: entry }));
    expect((await frozen(fresh)).code).toBe(1);
    expect(fresh.list()).toEqual(['assay.lock', 'skills-lock.json']);
  });
});

describe('a skill that is its own git checkout', () => {
  it('is valid, and the hook denies every use of a file below its .git', async () => {
    const { project } = await install('checkout');
    const folder = '.agents/skills/minutes';
    execFileSync('git', ['init', '-q', join(project.path, folder)]);
    mkdirSync(join(project.path, folder, '.git/hooks'), { recursive: true });
    writeFileSync(join(project.path, folder, '.git/hooks/update.sample'), 'echo\n', { mode: 0o755 });
    expect((await project.run(['verify', folder])).code).toBe(0);
    expect((await frozen(project)).code).toBe(0);

    const hook = async (tool_name: string, tool_input: object) => {
      const event = { hook_event_name: 'PreToolUse', tool_name, tool_input, cwd: project.path };
      const options = { cwd: project.path, env: machine.env, input: JSON.stringify(event) };
      return (await runAssay(['hook', 'run', 'claude-code'], options)).stdout;
    };
    expect(await hook('Bash', { command: `sh ${folder}/scripts/run.sh` })).not.toContain('deny');
    expect(await hook('Bash', { command: `sh ${folder}/.git/hooks/update.sample` })).toContain('"deny"');
    expect(await hook('Read', { file_path: join(project.path, folder, '.git/description') })).toContain('"deny"');
  });
});

describe('a certificate named by a project', () => {
  it('does not hide a suspended certificate for the same bytes', async () => {
    const { project, id } = await install('double', '.claude');
    const folder = '.agents/skills/minutes';
    writeFileSync(join(project.path, '.assay.json'), JSON.stringify({ skills: { [folder]: id } }));
    expect((await project.run(['verify', folder])).code).toBe(0);

    const other = await issueCertificate(machine.server, { name: 'minutes', files: skillOf('double') });
    await suspend(other);

    const named = ['verify', folder, '--id', id];
    for (const words of [['verify', folder], named, ['check', '.agents'], ['ci', '--frozen']])
      expect([words, (await project.run(words)).code]).toEqual([words, 1]);
  });
});

it('assay verify refuses a name that is both a certificate and a folder', async () => {
  const id = await issueCertificate(machine.server, { name: 'named', files: skillOf('named') });
  const project = machine.openProject(id);
  writeFileSync(join(project.path, id, 'SKILL.md'), 'Something else.\n');
  expect(await project.run(['verify', id])).toMatchObject({ code: 64, stderr: expect.stringContaining(`./${id}`) });
  expect((await project.run(['verify', `./${id}`])).code).toBe(1);
  expect((await machine.openProject().run(['verify', id])).code).toBe(0);
});
