import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WITHOUT_NODE } from '../../cli/src/hook/hosts.ts';
import { type Finished, runAssay, runAssayProcess } from '../../cli/src/testing/run-assay.ts';
import { type AgentMachine, openAgentMachine } from './testing/agent-machine.ts';
import { newBuyer } from './testing/buyer.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

let server: TestServer;
let machine: AgentMachine;
beforeAll(async () => {
  server = await startTestServer();
  machine = await openAgentMachine(server);
});
afterAll(async () => {
  machine.close();
  await server.close();
});

/** A model reads every answer in full, so its size is limited. */
const VERDICT_BYTES_MAX = 1_500;

async function callTool(client: Client, name: string, input: Record<string, unknown>) {
  const { structuredContent, isError } = await client.callTool({ name, arguments: input });
  return { isError: isError ?? false, answer: structuredContent as Record<string, unknown> };
}

describe('assay mcp with a real client', () => {
  const open = async (env: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env, cwd: machine.project }),
    );
    return client;
  };

  it('verifies, compares, searches and scans over standard input and output', async () => {
    const client = await open(machine.env);
    const { valid, suspended } = machine.ids;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'verify_certificate',
      'verify_many',
      'check_file',
      'scan_local',
      'search_certificates',
      'get_certificate',
      'get_live_status',
    ]);
    expect((await callTool(client, 'verify_certificate', { certificateId: valid })).answer).toMatchObject({
      valid: true,
    });
    expect((await callTool(client, 'verify_certificate', { certificateId: suspended })).answer).toMatchObject({
      valid: false,
      outcome: 'refused',
    });
    expect((await callTool(client, 'verify_many', { certificateIds: [valid, suspended] })).answer).toMatchObject({
      allValid: false,
      items: [{ valid: true }, { valid: false }],
    });
    expect((await callTool(client, 'check_file', { path: '.claude/skills/valid' })).answer).toMatchObject({
      valid: true,
    });
    expect((await callTool(client, 'check_file', { path: '.claude/skills/changed' })).answer).toMatchObject({
      valid: false,
      drift: { files: [{ path: 'scripts/run.sh', state: 'changed' }] },
    });
    expect(
      (await callTool(client, 'check_file', { path: '.claude/skills/valid/SKILL.md', certificateId: valid })).answer,
    ).toMatchObject({ valid: true });
    expect((await callTool(client, 'search_certificates', { query: 'valid' })).answer).toMatchObject({
      items: expect.any(Array),
    });
    expect((await callTool(client, 'get_certificate', { certificateId: valid })).answer).toMatchObject({ id: valid });
    expect((await callTool(client, 'get_live_status', { certificateId: suspended })).answer).toMatchObject({
      status: 'SUSPENDED',
    });
    expect((await callTool(client, 'scan_local', { path: '.claude/skills/valid' })).answer).toMatchObject({
      exitCode: 0,
      skills: [{ reviewResult: 'NO_FINDINGS' }],
    });
    const whole = await client.callTool({ name: 'verify_certificate', arguments: { certificateId: valid } });
    expect(JSON.stringify(whole).length).toBeLessThanOrEqual(VERDICT_BYTES_MAX);
    const { contents } = await client.readResource({ uri: `assay://certificates/${valid}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: valid });
    expect(await callTool(client, 'get_certificate', { certificateId: 'f'.repeat(24) })).toMatchObject({
      isError: true,
      answer: { error: { code: 'certificate_not_found' } },
    });
    expect((await callTool(client, 'verify_certificate', { certificateId: '../x' })).isError).toBe(true);
    await client.close();
  });

  it('offers more tools to a logged-in user, and asks for payment before a review', async () => {
    const { token } = await newBuyer(server);
    const client = await open({ ...machine.env, ASSAY_TOKEN: token });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(-4)).toEqual([
      'submit_for_certification',
      'get_submission',
      'flag_certificate',
      'submit_intent',
    ]);
    const submissionId = '01940000-0000-7000-8000-000000000001';
    expect(await callTool(client, 'get_submission', { submissionId })).toMatchObject({
      isError: true,
      answer: { error: { code: 'submission_not_found' } },
    });
    const flag = {
      certificateId: machine.ids.flagged,
      walletAddress: `0x${'1'.repeat(40)}`,
      category: 'OTHER',
      description: 'It writes the minutes of another meeting.',
    };
    expect((await callTool(client, 'flag_certificate', flag)).answer).toMatchObject({ state: 'RECEIVED' });
    await client.close();
  });

  it('answers over streamable HTTP only to callers with the token', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp', '--http', '0', '--token', 'open-sesame-open'], {
      env: machine.env,
      cwd: machine.project,
    });
    try {
      const [line] = await new Promise<string[]>((resolve) =>
        createInterface({ input: child.stderr }).once('line', (...heard) => resolve(heard)),
      );
      const url = new URL(line?.replace('listening on ', '') ?? '');
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(
        new StreamableHTTPClientTransport(url, {
          requestInit: { headers: { authorization: 'Bearer open-sesame-open' } },
        }),
      );
      expect((await callTool(client, 'verify_certificate', { certificateId: machine.ids.valid })).answer).toMatchObject(
        {
          valid: true,
        },
      );
      await client.close();
      const ask = (headers: Record<string, string>) =>
        fetch(url, { method: 'POST', headers, body: '{}' }).then(({ status }) => status);
      expect(await ask({})).toBe(401);
      expect(await ask({ authorization: 'Bearer wrong' })).toBe(401);
      expect(await ask({ authorization: 'Bearer open-sesame-open', origin: 'https://evil.example' })).toBe(403);
    } finally {
      child.kill('SIGTERM');
    }
  });
});

/** The input of each host, and how to read a decision from the hook's answer. */
const HOSTS = {
  'claude-code': {
    skill: (name: string) => ({
      session_id: 's',
      transcript_path: '/t',
      cwd: machine.project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Skill',
      tool_input: { skill: name },
      tool_use_id: 'u',
    }),
    shell: (command: string) => ({
      session_id: 's',
      transcript_path: '/t',
      cwd: machine.project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: 'x' },
      tool_use_id: 'u',
    }),
    decision: (out: string) => (out === '' ? 'allow' : JSON.parse(out).hookSpecificOutput.permissionDecision),
  },
  codex: {
    // This host has no skill tool: it reads skill files with its shell.
    skill: (name: string) => ({
      session_id: 's',
      turn_id: 't',
      transcript_path: null,
      cwd: machine.project,
      model: 'm',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `cat .claude/skills/${name}/SKILL.md` },
      tool_use_id: 'u',
    }),
    shell: (command: string) => ({
      session_id: 's',
      cwd: machine.project,
      hook_event_name: 'PreToolUse',
      tool_name: 'shell',
      tool_input: { command: ['bash', '-lc', command] },
    }),
    decision: (out: string) => (out === '' ? 'allow' : JSON.parse(out).hookSpecificOutput.permissionDecision),
  },
  'gemini-cli': {
    skill: (name: string) => ({
      session_id: 's',
      transcript_path: '/t',
      cwd: machine.project,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-01-01T00:00:00Z',
      tool_name: 'activate_skill',
      tool_input: { name },
    }),
    shell: (command: string) => ({
      session_id: 's',
      transcript_path: '/t',
      cwd: machine.project,
      hook_event_name: 'BeforeTool',
      timestamp: '2026-01-01T00:00:00Z',
      tool_name: 'run_shell_command',
      tool_input: { command },
    }),
    decision: (out: string) => JSON.parse(out).decision ?? 'allow',
  },
  cursor: {
    skill: (name: string) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'beforeReadFile',
      workspace_roots: [machine.project],
      file_path: join(machine.skills, name, 'SKILL.md'),
      content: '# x',
      attachments: [],
    }),
    shell: (command: string) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'beforeShellExecution',
      workspace_roots: [machine.project],
      command,
      cwd: '',
    }),
    decision: (out: string) => JSON.parse(out).permission,
  },
  opencode: {
    skill: (name: string) => ({
      hook_event_name: 'tool.execute.before',
      cwd: machine.project,
      tool_name: 'skill',
      tool_input: { name },
    }),
    shell: (command: string) => ({
      hook_event_name: 'tool.execute.before',
      cwd: machine.project,
      tool_name: 'bash',
      tool_input: { command, description: 'x' },
    }),
    decision: (out: string) => JSON.parse(out).decision,
  },
  'copilot-cli': {
    skill: (name: string) => ({
      timestamp: 1,
      cwd: machine.project,
      toolName: 'skill',
      toolArgs: JSON.stringify({ skill: name }),
    }),
    shell: (command: string) => ({
      timestamp: 1,
      cwd: machine.project,
      toolName: 'bash',
      toolArgs: JSON.stringify({ command }),
    }),
    decision: (out: string) => (out === '' ? 'allow' : JSON.parse(out).permissionDecision),
  },
};

describe.each(Object.entries(HOSTS))('assay hook for %s', (name, host) => {
  const settingsOf = (event: unknown) => ({
    cwd: machine.project,
    env: machine.env,
    input: typeof event === 'string' ? event : JSON.stringify(event),
  });
  const decisionOf = ({ code, stdout }: Finished) => {
    expect(code).toBe(0);
    return host.decision(stdout.trim());
  };
  const drive = async (event: unknown, more: Record<string, string> = {}) => {
    const settings = settingsOf(event);
    return decisionOf(await runAssay(['hook', 'run', name], { ...settings, env: { ...settings.env, ...more } }));
  };
  /** As the host starts it: in a process that starts a second one to judge. */
  const driveProcess = async (event: unknown) =>
    decisionOf(await runAssayProcess(['hook', 'run', name], { ...settingsOf(event), isPatient: true }));

  it('lets a valid skill run and denies a suspended, changed or unknown one', async () => {
    expect(await driveProcess(host.skill('valid'))).toBe('allow');
    expect(await driveProcess(host.skill('suspended'))).toBe('deny');
    expect(await drive(host.skill('changed'))).toBe('deny');
    expect(await drive(host.skill('unknown'))).toBe('deny');
  });

  it('gates installation and scripts, and nothing unrelated to skills', async () => {
    expect(await drive(host.shell('npm test'))).toBe('allow');
    expect(await drive(host.shell('npx skills add acme/nobody-knows-it'))).toBe('deny');
    expect(await drive(host.shell('sh .claude/skills/valid/scripts/run.sh'))).toBe('allow');
  });

  it('denies what it cannot read or verify', async () => {
    expect(await drive('no json')).toBe('deny');
    expect(await drive(host.skill('valid'), { ASSAY_URL: 'http://127.0.0.1:1' })).toBe('deny');
  });

  it('installs beside existing settings, once, and can be removed', async () => {
    const files = {
      'claude-code': '.claude/settings.json',
      'gemini-cli': '.gemini/settings.json',
      cursor: '.cursor/hooks.json',
      'copilot-cli': '.github/hooks/assay.json',
      codex: '.codex/hooks.json',
      opencode: '.opencode/plugin/assay.js',
    };
    const path = join(machine.project, files[name as keyof typeof files]);
    const read = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const run = (verb: string) => runAssay(['hook', verb, name], { cwd: machine.project, env: machine.env });
    expect((await run('install')).code).toBe(0);
    const once = read();
    await run('install');
    expect(read()).toBe(once);
    expect(once).toContain(`env ${WITHOUT_NODE} assay hook run ${name} --url '${server.url}' || `);
    await run('uninstall');
    expect(read()).not.toContain('assay');
  });
});
