import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { findHost } from './hosts.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

const read = (host: string, event: Record<string, unknown>) => findHost(host)?.read(event);
const claude = (tool: string, input: Record<string, unknown>) =>
  read('claude-code', { hook_event_name: 'PreToolUse', tool_name: tool, cwd: '/p', tool_input: input });
const gemini = (tool: string, input: Record<string, unknown>) =>
  read('gemini-cli', { hook_event_name: 'BeforeTool', tool_name: tool, cwd: '/p', tool_input: input });

describe('a host event', () => {
  it('contains the working folder of its command', () => {
    expect(gemini('run_shell_command', { command: 'sh run.sh', dir_path: '.claude/skills/x' })).toEqual({
      cwd: '/p/.claude/skills/x',
      command: 'sh run.sh',
    });
    expect(gemini('run_shell_command', { command: 'sh run.sh', directory: '/q' })).toMatchObject({ cwd: '/q' });
  });

  it('of Codex is parsed with its words kept separate, and answered with a denial or nothing', () => {
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
      writes: ['.claude/skills/x/SKILL.md'],
    });
    const create = { toolName: 'create', cwd: '/p', toolArgs: { path: 'README.md', file_text: 'npx skills add a/b' } };
    expect(read('copilot-cli', create)).toEqual({ cwd: '/p', writes: ['README.md'] });
  });

  it('with a skill name that is no string names no existing skill', () => {
    expect(claude('Skill', { skill: ['x'] })).toEqual({ cwd: '/p', skill: '' });
    expect(claude('Skill', {})).toEqual({ cwd: '/p', skill: '' });
    expect(() => claude('Bash', { command: ['sh', 'x'] })).toThrow(TypeError);
    expect(() => claude('Read', { file_path: 7 })).toThrow(TypeError);
  });
});

describe('a skill that the user of Claude Code starts by name', () => {
  const event = { hook_event_name: 'UserPromptExpansion', expansion_type: 'slash_command', cwd: '/p' };

  it('is judged like a tool call, and is blocked instead of asked about', () => {
    expect(read('claude-code-typed', { ...event, command_name: 'evil' })).toEqual({
      cwd: '/p',
      skill: 'evil',
      isTyped: true,
    });
    expect(read('claude-code-typed', { ...event, expansion_type: 'mcp_prompt' })).toEqual({ cwd: '/p' });
    expect(() => read('claude-code-typed', event)).toThrow(TypeError);
    expect(findHost('claude-code-typed')?.write({ decision: 'ask', reason: 'why' })).toBe(
      '{"decision":"block","reason":"why"}',
    );
  });

  it('passes when it is not on disk, because it is built into the host', async () => {
    using folder = createFolder({ '.claude/skills/evil/SKILL.md': '# x' });
    const resolve = (name: string) =>
      resolveToolUse({ cwd: folder.path, skill: name, isTyped: true }, { home: `${folder.path}/home` });
    expect(await resolve('review')).toEqual([]);
    expect(await resolve('evil')).toMatchObject([{ kind: 'folder', name: 'evil' }]);
  });

  it('has its own hook beside the one for tools', () => {
    const hooks = JSON.stringify(findHost('claude-code')?.install({}, 'assay hook run claude-code --url x'));
    expect(hooks).toContain('"UserPromptExpansion":[{"matcher":"*"');
    expect(hooks).toContain('assay hook run claude-code-typed --url x');
  });

  it('is recognised in the input of an older tool', () => {
    expect(claude('SlashCommand', { command: '/evil now' })).toEqual({ cwd: '/p', skill: '/evil' });
  });
});

describe('a command file of a project', () => {
  it.each(['.claude/commands/pdf.md', '.gemini/commands/team/pdf.toml', '.opencode/command/PDF.md'])(
    '%s can be the target of a skill name',
    async (file) => {
      using folder = createFolder({ [`project/${file}`]: 'x', 'home/.claude/commands/own.md': 'x' });
      const kinds = async (skill: string) =>
        (await resolveToolUse({ cwd: `${folder.path}/project`, skill }, { home: `${folder.path}/home` })).map(
          ({ kind }) => kind,
        );
      expect(await kinds('pdf')).toEqual(['unresolved']);
      expect(await kinds('team:pdf')).toEqual(['unresolved']);
      expect(await kinds('own')).toEqual(['missing']);
    },
  );
});

describe('a command line in a parameter of an MCP tool', () => {
  it.each<[string, Record<string, unknown>]>([
    ['mcp__sh__run', { commandLine: 'cd shortcut && sh run.sh' }],
    ['mcp__sh__run', { text: 'cd shortcut && sh run.sh' }],
    ['mcp__sh__run', { description: 'cd shortcut && sh run.sh' }],
    ['mcp__x__y', { shell_command: 'cd shortcut && sh run.sh' }],
    ['mcp__x__execute', { argv: ['sh', '-c', 'cd shortcut && sh run.sh'] }],
  ])('%s %j is judged', async (tool, input) => {
    using folder = createFolder({ '.claude/skills/evil/run.sh': '', 'home/.profile': '' });
    symlinkSync('.claude/skills/evil', `${folder.path}/shortcut`);
    const use = claude(tool, input) ?? { cwd: '/' };
    const targets = await resolveToolUse({ ...use, cwd: folder.path }, { home: `${folder.path}/home` });
    expect(targets).toContainEqual(expect.objectContaining({ kind: 'folder', name: 'evil' }));
  });

  it('is not recognised in the text of a message', () => {
    expect(claude('mcp__github__create_issue', { title: 'Fix it', body: 'rm -rf x' })).not.toHaveProperty('command');
  });
});

describe('a tool input that is no object', () => {
  it.each<[string, Record<string, unknown>]>([
    ['claude-code', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: 'sh run.sh' }],
    ['gemini-cli', { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: 'sh run.sh' }],
    ['codex', { hook_event_name: 'PreToolUse', tool_name: 'shell', tool_input: 'sh run.sh' }],
    ['copilot-cli', { toolName: 'bash', toolArgs: '"sh run.sh"' }],
  ])('is a command in %s', (host, event) => {
    expect(read(host, { ...event, cwd: '/p' })).toEqual({ cwd: '/p', command: 'sh run.sh' });
    expect(() => read(host, { ...event, tool_input: ['x'], toolArgs: '["x"]' })).toThrow(TypeError);
  });
});

describe('a command for a running shell', () => {
  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['codex', 'write_stdin', { session_id: 1, chars: 'sh skills/evil/run.sh\n' }, true],
    ['copilot-cli', 'write_bash', { sessionId: 'a', input: 'sh evil/run.sh' }, true],
    ['copilot-cli', 'bash', { sessionId: 'a', command: 'sh skills/evil/run.sh' }, true],
    ['copilot-cli', 'bash', { sessionId: 'a', command: 'npm test' }, false],
    ['codex', 'write_stdin', { session_id: 1, chars: 'yes\n' }, false],
  ])('%s %s %j is unresolved if it mentions a skill: %j', async (host, tool, input, isUnresolved) => {
    using folder = createFolder({ '.claude/skills/evil/run.sh': '' });
    const event = {
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      toolName: tool,
      toolArgs: input,
    };
    const use = read(host, { ...event, cwd: folder.path });
    const targets = await resolveToolUse(use ?? { cwd: '/' }, { home: `${folder.path}/home` });
    expect(targets.some(({ kind }) => kind === 'unresolved')).toBe(isUnresolved);
  });
});

describe('every member of every tool is examined', () => {
  const FILE = '.claude/skills/evil/SKILL.md';
  const events: [string, string, Record<string, unknown>][] = [
    ['copilot-cli', 'write_bash', { sessionId: '1', input: `sh ${FILE}` }],
    ['copilot-cli', 'str_replace_editor', { command: 'view', path: FILE }],
    ['copilot-cli', 'view', { path: FILE }],
    ['copilot-cli', 'grep', { pattern: 'x', paths: [FILE] }],
    ['gemini-cli', 'read_file', { file_path: 'README.md', absolute_path: FILE }],
    ['gemini-cli', 'read_file', { path: FILE }],
    ['gemini-cli', 'read_many_files', { include: ['README.md', FILE] }],
    ['gemini-cli', 'read_many_files', { include: ['.claude/skills/*/SKILL.md'] }],
    ['gemini-cli', 'read_many_files', { include: ['.claude/**'] }],
    ['gemini-cli', 'read_many_files', { include: ['**/SKILL.md'] }],
    ['gemini-cli', 'grep_search', { pattern: '.', dir_path: '.claude/skills/evil' }],
    ['claude-code', 'Read', { file_path: FILE }],
    ['claude-code', 'Grep', { pattern: '.', path: '.claude/skills/evil' }],
    ['claude-code', 'Grep', { pattern: '.', path: '.claude' }],
    ['claude-code', 'Grep', { pattern: '.', output_mode: 'content' }],
    ['claude-code', 'Write', { file_path: 'a', content: '', template: FILE }],
    ['claude-code', 'mcp__files__read', { options: { list: [{ name: FILE }] } }],
    ['claude-code', 'NewTool', { [FILE]: true, deep: { [FILE]: true } }],
    ['claude-code', 'NewTool', { text: `first read ${FILE}\nthen go on` }],
    ['codex', 'write_stdin', { session_id: 1, chars: `cat ${FILE}\n` }],
    ['codex', 'view_image', { path: FILE }],
    ['cursor', '', { file_path: FILE }],
    ['cursor', '', { file_path: 'README.md', attachments: [{ type: 'file', file_path: FILE }] }],
    ['cursor', 'read_file', { path: FILE }],
  ];
  it.each(events)('%s %s %j resolves to the skill', async (host, tool, input) => {
    using folder = createFolder({ [FILE]: '# x', 'README.md': '' });
    const use = read(host, {
      hook_event_name:
        { 'gemini-cli': 'BeforeTool', cursor: tool === '' ? 'beforeReadFile' : 'beforeMCPExecution' }[host] ??
        'PreToolUse',
      cwd: folder.path,
      tool_name: tool,
      // Cursor writes the input of an MCP tool as JSON.
      tool_input: host === 'cursor' ? JSON.stringify(input) : input,
      toolName: tool,
      toolArgs: input,
      ...(host === 'cursor' && tool === '' && input),
    });
    if (use === undefined) throw new Error('This is no event of that host.');
    const targets = await resolveToolUse(use, { home: `${folder.path}/home` });
    expect(targets).toContainEqual(expect.objectContaining({ path: `${folder.path}/.claude/skills/evil` }));
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['claude-code', 'Edit', { file_path: FILE, old_string: FILE, new_string: 'npx skills add a/b' }],
    ['claude-code', 'Bash', { command: 'npm test', description: `Tests ${FILE}` }],
    ['claude-code', 'Grep', { pattern: 'skills', path: 'src' }],
    ['claude-code', 'Glob', { pattern: '**/*.md' }],
    ['claude-code', 'TodoWrite', { todos: [{ content: 'Write docs', status: 'pending' }] }],
    ['copilot-cli', 'str_replace_editor', { command: 'create', path: FILE, file_text: '# x' }],
    ['codex', 'apply_patch', { command: `*** Begin Patch\n*** Update File: ${FILE}\n` }],
  ])('%s %s %j stays allowed', async (host, tool, input) => {
    using folder = createFolder({ [FILE]: '# x', 'src/a': '' });
    const event = { hook_event_name: 'PreToolUse', cwd: folder.path, tool_name: tool, tool_input: input };
    const use = read(host, { ...event, toolName: tool, toolArgs: input });
    if (use === undefined) throw new Error('This is no event of that host.');
    expect(await resolveToolUse(use, { home: `${folder.path}/home` })).toEqual([]);
  });

  it('and the matcher installed in each host covers all tools', () => {
    for (const name of ['claude-code', 'gemini-cli', 'codex'])
      expect(JSON.stringify(findHost(name)?.install({}, 'assay hook run'))).toMatch(/"matcher":"(?:\.\*|\*)"/);
  });

  it('and a skill with two different names in its members is no skill', () => {
    expect(claude('Skill', { skill: 'good', command: 'evil' })).toEqual({ cwd: '/p', skill: '' });
  });
});

describe('a tool that reads files below a folder', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['gemini-cli', 'grep_search', { pattern: '.', dir_path: '.' }],
    ['gemini-cli', 'search_file_content', { pattern: '.', dir_path: '.' }],
    ['gemini-cli', 'read_many_files', { paths: ['.'] }],
    ['gemini-cli', 'read_many_files', { include: ['*/**/SKILL.md'] }],
    ['gemini-cli', 'read_many_files', { include: ['.@(claude|x)/skills/evil/*'] }],
    ['gemini-cli', 'read_many_files', { include: ['.[[:alpha:]]*/skills/evil/*'] }],
    ['copilot-cli', 'rg', { pattern: '.', output_mode: 'content' }],
    ['claude-code', 'ReadMcpResourceTool', { uri: 'file://ROOT/.claude%2Fskills%2Fevil%2FSKILL.md' }],
    ['codex', 'apply_patch', { command: '*** Update File: .claude/skills/evil/SKILL.md\n*** Move to: x.md\n@@\n' }],
  ])('%s %s is judged by the skills below the folder', async (host, tool, input) => {
    using folder = createFolder({ '.claude/skills/evil/SKILL.md': '# Evil\n', 'home/.profile': '' });
    const given = JSON.parse(JSON.stringify(input).replaceAll('ROOT', folder.path));
    const names = { 'gemini-cli': 'BeforeTool' } as Record<string, string>;
    const event = host === 'copilot-cli' ? { toolName: tool, toolArgs: given } : { tool_name: tool, tool_input: given };
    const use = read(host, { hook_event_name: names[host] ?? 'PreToolUse', cwd: folder.path, ...event });
    const targets = await resolveToolUse(use ?? { cwd: '/' }, { home: `${folder.path}/home` });
    expect(targets).toContainEqual(expect.objectContaining({ kind: 'folder', name: 'evil' }));
  });
});
