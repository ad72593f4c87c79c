import { describe, expect, it } from 'vitest';
import { findHost } from './hosts.ts';

const read = (host: string, event: Record<string, unknown>) => findHost(host)?.read(event);
const claude = (tool: string, input: Record<string, unknown>) =>
  read('claude-code', { hook_event_name: 'PreToolUse', tool_name: tool, cwd: '/p', tool_input: input });
const gemini = (tool: string, input: Record<string, unknown>) =>
  read('gemini-cli', { hook_event_name: 'BeforeTool', tool_name: tool, cwd: '/p', tool_input: input });

describe('an event of a host', () => {
  it('says where its command runs', () => {
    expect(gemini('run_shell_command', { command: 'sh run.sh', dir_path: '.claude/skills/x' })).toEqual({
      cwd: '/p/.claude/skills/x',
      command: 'sh run.sh',
    });
    expect(gemini('run_shell_command', { command: 'sh run.sh', directory: '/q' })).toMatchObject({ cwd: '/q' });
  });

  it('of Codex is read with its words kept apart, and answered with a denial or nothing', () => {
    const codex = (command: unknown) =>
      read('codex', {
        hook_event_name: 'PreToolUse',
        tool_name: 'shell',
        cwd: '/p',
        tool_input: { command, workdir: 'q' },
      });
    expect(codex(['sh', '-c', "echo it's"])).toEqual({ cwd: '/p/q', command: `'sh' '-c' 'echo it'\\''s'` });
    expect(codex('ls')).toEqual({ cwd: '/p/q', command: 'ls' });
    expect(() => codex(['sh', 7])).toThrow(TypeError);
    const write = findHost('codex')?.write;
    expect(write?.({ decision: 'allow', reason: '' })).toBe('');
    expect(write?.({ decision: 'ask', reason: 'why' })).toContain('"permissionDecision":"deny"');
  });

  it('that only writes a file uses and installs nothing', () => {
    expect(claude('Write', { file_path: '.claude/skills/x/SKILL.md', content: 'npx skills add a/b' })).toEqual({
      cwd: '/p',
    });
    const create = { toolName: 'create', cwd: '/p', toolArgs: { path: 'README.md', file_text: 'npx skills add a/b' } };
    expect(read('copilot-cli', create)).toEqual({ cwd: '/p' });
  });

  it('that names its skill by something else than a text names none that exists', () => {
    expect(claude('Skill', { skill: ['x'] })).toEqual({ cwd: '/p', skill: '' });
    expect(claude('Skill', {})).toEqual({ cwd: '/p', skill: '' });
    expect(() => claude('Bash', { command: ['sh', 'x'] })).toThrow(TypeError);
    expect(() => claude('Read', { file_path: 7 })).toThrow(TypeError);
  });
});
