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
