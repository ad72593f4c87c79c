import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPILED } from '../../cli/src/testing/run-assay.ts';
import { type AgentMachine, openAgentMachine } from './testing/agent-machine.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'apps/cli/src/main.ts');

let server: TestServer;
let machine: AgentMachine;
beforeAll(async () => {
  server = await startTestServer();
  machine = await openAgentMachine(server);
  // Makes the packages resolvable and puts the command on the path, as an installation does.
  const bin = join(machine.home, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'assay'),
    `#!/bin/sh\nexport NODE_COMPILE_CACHE='${COMPILED.NODE_COMPILE_CACHE}'\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
  );
  chmodSync(join(bin, 'assay'), 0o755);
  symlinkSync(join(ROOT, 'node_modules'), join(machine.project, 'node_modules'));
});
afterAll(async () => {
  machine.close();
  await server.close();
});

type Finished = { code: number; stdout: string; stderr: string };
function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const settings = {
    cwd: machine.project,
    env: { ...machine.env, PATH: `${machine.home}/bin:${process.env.PATH}`, ...env },
  };
  return new Promise((resolve) => {
    execFile(command, [...args], settings, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
const guide = (name: string) => readFileSync(join(ROOT, 'docs/guides', name), 'utf8');
const blocks = (name: string, language: string) =>
  [...guide(name).matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

describe('docs/guides/agents.md', () => {
  it('has a script of ten lines that runs a valid skill and refuses a suspended and a changed one', async () => {
    const [script = ''] = blocks('agents.md', 'js');
    expect(script.trim().split('\n')).toHaveLength(10);
    writeFileSync(join(machine.project, 'agent.mjs'), script);
    const skills = ['valid', 'suspended', 'changed'].map((name) => `.claude/skills/${name}`);
    const { code, stdout, stderr } = await run(process.execPath, ['agent.mjs', ...skills]);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'run .claude/skills/valid',
      expect.stringContaining('do not run .claude/skills/suspended: Not valid:'),
      'do not run .claude/skills/changed: scripts/run.sh differs from the certified file.',
      '',
    ]);
    expect(code).toBe(1);
    expect((await run(process.execPath, ['agent.mjs', '.claude/skills/valid'])).code).toBe(0);
  });

  it('has commands that work as written', async () => {
    for (const script of blocks('agents.md', 'sh')) {
      const finished = await run('bash', ['--norc', '-euc', script], { CERTIFICATE: machine.ids.valid });
      expect(finished).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('docs/guides/ci.md', () => {
  it('has commands that work as written', async () => {
    for (const script of blocks('ci.md', 'sh')) {
      expect(await run('bash', ['--norc', '-euc', script])).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('the GitHub Action', () => {
  const act = async (path: string, env: Record<string, string> = {}) => {
    const [summary, outputs] = [join(machine.home, 'summary.md'), join(machine.home, 'outputs')];
    writeFileSync(summary, '');
    writeFileSync(outputs, '');
    const { code } = await run(join(ROOT, 'action/run.sh'), [], {
      ASSAY_PATH: path,
      ASSAY_COMMAND: 'assay',
      RUNNER_TEMP: machine.home,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      ...env,
    });
    return { code, summary: readFileSync(summary, 'utf8'), outputs: readFileSync(outputs, 'utf8') };
  };

  it('passes for a valid skill, with a summary, outputs and a SARIF log', async () => {
    const { code, summary, outputs } = await act('.claude/skills/valid');
    expect(code).toBe(0);
    expect(summary).toContain('### Review: unread');
    expect(summary).toContain('### Certificates: valid');
    expect(outputs).toContain('scan=unread');
    const [, sarif = ''] = /^sarif=(.+)$/m.exec(outputs) ?? [];
    expect(JSON.parse(readFileSync(sarif, 'utf8')).version).toBe('2.1.0');
  });

  it('fails for a suspended skill, for a service that does not answer, and without any skill', async () => {
    expect(await act('.claude/skills/suspended')).toMatchObject({
      code: 1,
      summary: expect.stringContaining('### Certificates: refused'),
    });
    expect(await act('.claude/skills/valid', { ASSAY_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 1,
      outputs: expect.stringContaining('check=undecidable'),
    });
    expect(await act('bin', { ASSAY_URL: '' })).toMatchObject({
      code: 1,
      outputs: expect.stringContaining('scan=nothing\ncheck=skipped'),
    });
  });

  it('is declared with the inputs that its script reads', () => {
    const declared = readFileSync(join(ROOT, 'action/action.yml'), 'utf8');
    const script = ['run.sh', 'install.mjs'].map((name) => readFileSync(join(ROOT, 'action', name), 'utf8')).join('');
    for (const [, name = ''] of declared.matchAll(/^ {8}(ASSAY_\w+):/gm)) expect(script).toContain(name);
  });
});

describe('the pre-commit hook', () => {
  it('reviews the skill of each file, and ignores a file outside every skill', async () => {
    const commit = (...files: string[]) => run(join(ROOT, 'action/pre-commit.mjs'), files, { ASSAY_COMMAND: 'assay' });
    expect(await commit('.claude/skills/valid/scripts/run.sh', '.claude/skills/valid/SKILL.md')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 skill'),
    });
    expect(await commit('.claude/skills/changed/SKILL.md')).toMatchObject({ code: 1 });
    expect(await commit('agent.mjs')).toMatchObject({ code: 0, stdout: '' });
  });
});
