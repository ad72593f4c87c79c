import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient } from '@assay/client';
import { createApi } from '@assay/client/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideTargets } from '../../cli/src/hook/decide-targets.ts';
import { findHost } from '../../cli/src/hook/hosts.ts';
import { resolveToolUse } from '../../cli/src/hook/resolve-tool-use.ts';
import { COMPILED, runAssay, runAssayProcess } from '../../cli/src/testing/run-assay.ts';
import { type AgentMachine, openAgentMachine } from './testing/agent-machine.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

let server: TestServer;
let machine: AgentMachine;
beforeAll(async () => {
  server = await startTestServer();
  machine = await openAgentMachine(server);
  // Certified in the project; changed in the user's home, under another host.
  cpSync(join(machine.skills, 'valid'), join(machine.skills, 'twice'), { recursive: true });
  cpSync(join(machine.skills, 'changed'), join(machine.home, '.gemini/skills/twice'), { recursive: true });
  const plugin = join(machine.home, '.claude/plugins/cache/market/evilplugin/1.0/skills');
  cpSync(join(machine.skills, 'changed'), join(plugin, 'cached'), { recursive: true });
  for (const name of ['my changed', 'changé', '@changed'])
    cpSync(join(machine.skills, 'changed'), join(machine.skills, name), { recursive: true });
});
afterAll(async () => {
  machine.close();
  await server.close();
});

const eventOf = (tool: string, input: Record<string, unknown>, cwd = machine.project): string =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: tool, cwd, tool_input: input });

const settingsOf = (tool: string, input: Record<string, unknown>) => ({
  cwd: machine.project,
  env: { ...machine.env, CLAUDE_PROJECT_DIR: machine.project },
  input: eventOf(tool, input),
});
const decide = async (tool: string, input: Record<string, unknown>): Promise<string> =>
  decisionIn((await runAssay(['hook', 'run', 'claude-code'], settingsOf(tool, input))).stdout);
/** In processes that can be ended when they hang. */
const decideInChildProcess = async (tool: string, input: Record<string, unknown>): Promise<string> => {
  const settings = { ...settingsOf(tool, input), isPatient: true };
  return decisionIn((await runAssayProcess(['hook', 'run', 'claude-code'], settings)).stdout);
};
/** Decides in this process, because these cases differ only before the judging process starts. */
async function decideHere(tool: string, input: Record<string, unknown>, cwd?: string): Promise<string> {
  const use = findHost('claude-code')?.read(JSON.parse(eventOf(tool, input, cwd)));
  if (use === undefined) throw new Error('This is no event of that host.');
  const targets = await resolveToolUse(use, { home: machine.home, projectDir: machine.project });
  const http = { baseUrl: server.url };
  const settings = { url: server.url, token: undefined, trustKeys: [], policy: {}, skills: {} };
  const service = { client: createClient(http), api: createApi(http), settings };
  return (await decideTargets(targets, { service, knowsBundle: async () => false })).decision;
}
const decisionIn = (stdout: string): string =>
  stdout === '' ? 'allow' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;

describe('a harmless call', () => {
  it.each([
    ['Skill', { skill: 'valid' }],
    ['Bash', { command: 'sh .claude/skills/changed/../valid/scripts/run.sh' }],
    ['Bash', { command: 'cd .claude/skills/valid && sh scripts/run.sh' }],
    ['Bash', { command: 'sh $CLAUDE_PROJECT_DIR/.claude/skills/val?d/scripts/run.sh' }],
    ['Read', { file_path: '.claude/skills/valid/SKILL.md' }],
    ['Write', { file_path: 'README.md', content: 'Run `npx skills add acme/tools`.' }],
    ['Bash', { command: 'git commit -m "Describe npx skills add"' }],
  ])('%s %j is allowed', async (tool, input) => {
    expect(await decideHere(tool, input)).toBe('allow');
  });
});

describe('the bypasses from an external review', () => {
  it.each([
    ['a plugin that uses a certified name', 'Skill', { skill: 'evilplugin:valid' }],
    ['a name that is certified here and changed elsewhere', 'Skill', { skill: 'twice' }],
    ['a parent folder', 'Bash', { command: 'sh .claude/skills/valid/../changed/scripts/run.sh' }],
    ['two slashes', 'Bash', { command: 'sh .claude//skills//changed/scripts/run.sh' }],
    ['a dot', 'Bash', { command: 'sh .claude/./skills/./changed/scripts/run.sh' }],
    ['$PWD', 'Bash', { command: 'sh $PWD/.claude/skills/changed/scripts/run.sh' }],
    ['$CLAUDE_PROJECT_DIR', 'Bash', { command: 'sh "$CLAUDE_PROJECT_DIR"/.claude/skills/changed/scripts/run.sh' }],
    ['a pattern', 'Bash', { command: 'sh .claude/sk*/chang?d/scripts/run.sh' }],
    ['braces', 'Bash', { command: 'sh .claude/{skills,x}/changed/scripts/run.sh' }],
    ['quotes', 'Bash', { command: `sh .claude/"sk"ills/'changed'/scripts/run.sh` }],
    ['cd', 'Bash', { command: 'cd .claude/skills && sh changed/scripts/run.sh' }],
    ['letter case', 'Bash', { command: 'sh .Claude/Skills/CHANGED/scripts/run.sh' }],
    [
      'a plugin cache',
      'Bash',
      { command: 'sh ~/.claude/plugins/cache/market/evilplugin/1.0/skills/cached/scripts/run.sh' },
    ],
    ['a name with a space', 'Bash', { command: 'sh ".claude/skills/my changed/scripts/run.sh"' }],
    ['a name with an accent', 'Bash', { command: 'sh .claude/skills/changé/scripts/run.sh' }],
    ['a name with @', 'Bash', { command: 'sh .claude/skills/@changed/scripts/run.sh' }],
    ['an address in a comment', 'Bash', { command: 'npx skills add evil # https://github.com/acme/valid' }],
    ['gh skill install', 'Bash', { command: 'gh skill install evil/bad' }],
    ['npx skills experimental_install', 'Bash', { command: 'npx skills experimental_install' }],
    ['npx skillkit install', 'Bash', { command: 'npx skillkit install evil/bad' }],
    ['claude plugin marketplace add', 'Bash', { command: 'claude plugin marketplace add evil/bad' }],
  ])('%s is denied', async (_name, tool, input) => {
    expect(await decideHere(tool, input)).toBe('deny');
  });

  it('a working folder inside the skill is denied', async () => {
    expect(await decideHere('Bash', { command: 'sh scripts/run.sh' }, join(machine.skills, 'changed'))).toBe('deny');
    expect(await decideHere('Bash', { command: 'sh run.sh' }, join(machine.skills, 'changed/scripts'))).toBe('deny');
  });

  it('a call with members that are no strings is denied', async () => {
    expect(await decide('Skill', { skill: ['changed'] })).toBe('deny');
    expect(await decide('Bash', { command: ['sh', 'x'] })).toBe('deny');
  });
});

describe('a skill that makes its reader hang', () => {
  const withSkill = async (make: (folder: string) => void): Promise<string> => {
    const folder = join(machine.skills, 'hanging');
    cpSync(join(machine.skills, 'valid'), folder, { recursive: true });
    try {
      make(folder);
      return await decideInChildProcess('Skill', { skill: 'hanging' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('is denied: a pipe in place of git settings', async () => {
    expect(
      await withSkill((folder) => {
        mkdirSync(join(folder, '.git'));
        execFileSync('mkfifo', [join(folder, '.git/config')]);
      }),
    ).toBe('deny');
  });

  it('is denied: links to an endless device', async () => {
    expect(
      await withSkill((folder) => {
        mkdirSync(join(folder, '.git'));
        symlinkSync('/dev/zero', join(folder, '.git/config'));
        symlinkSync('/dev/zero', join(folder, 'scripts/zero'));
      }),
    ).toBe('deny');
  });

  it('is denied: a pipe as SKILL.md', async () => {
    expect(
      await withSkill((folder) => {
        rmSync(join(folder, 'SKILL.md'));
        execFileSync('mkfifo', [join(folder, 'SKILL.md')]);
      }),
    ).toBe('deny');
  });
});

describe('the deadline', () => {
  const startHook = (env: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [MAIN, 'hook', 'run', 'claude-code'], {
      cwd: machine.project,
      env: { ...COMPILED, ...env },
    });

  it('denies when the event never ends', async () => {
    const child = startHook(machine.env);
    child.stdin.write(eventOf('Skill', { skill: 'valid' }));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    child.stdin.destroy();
    expect(decisionIn(stdout)).toBe('deny');
    expect(stderr).toContain('no verdict within');
  }, 60_000);

  it('denies when the judging process is stopped', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const env = { ...machine.env, ASSAY_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
      const child = startHook(env);
      const answer = text(child.stdout);
      silent.on('connection', (socket) => {
        // Only the judging process calls the service. If it starts after the deadline, the answer is also a denial.
        const [judge = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
        if (judge !== '') process.kill(Number(judge), 'SIGSTOP');
        child.once('close', () => socket.destroy());
      });
      child.stdin.end(eventOf('Skill', { skill: 'valid' }));
      expect(decisionIn(await answer)).toBe('deny');
    } finally {
      silent.close();
    }
  }, 60_000);

  it('is reported to hosts that can block when the hook fails', async () => {
    await runAssay(['hook', 'install', 'claude-code'], { cwd: machine.project, env: machine.env });
    const { hooks } = JSON.parse(readFileSync(join(machine.project, '.claude/settings.json'), 'utf8'));
    expect(hooks.PreToolUse[0].hooks[0]).toMatchObject({ onFailure: 'block', timeout: 30 });
    await runAssay(['hook', 'install', 'cursor'], { cwd: machine.project, env: machine.env });
    const cursor = JSON.parse(readFileSync(join(machine.project, '.cursor/hooks.json'), 'utf8'));
    expect(cursor.hooks.beforeShellExecution[0]).toMatchObject({ failClosed: true });
  });
});
