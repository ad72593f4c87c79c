import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine, EVIL, show } from '../testing/skill-machine.ts';
import { findHost } from './hosts.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

/** The targets of a call that starts an agent, with these definitions on the machine. */
async function start(files: Readonly<Record<string, string>>, input: object, host = 'claude-code', tool = 'Task') {
  using machine = createMachine();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(machine.root, path)), { recursive: true });
    writeFileSync(join(machine.root, path), text);
  }
  const cwd = join(machine.project, 'src');
  const event = {
    hook_event_name: 'PreToolUse',
    cwd,
    tool_name: tool,
    tool_input: input,
    toolName: tool,
    toolArgs: input,
  };
  const use = findHost(host)?.read(event);
  if (use === undefined) throw new Error('This is no event of that host.');
  return (await resolveToolUse(use, { home: machine.home, projectDir: machine.project })).map(show);
}

const AGENT = 'project/.claude/agents/sorter.md';
const define = (skills: string, name = 'sorter') => `---\nname: ${name}\ndescription: Helps.\n${skills}\n---\nHelp.\n`;
/** The member of Claude Code's event that names the agent. */
const AGENT_MEMBER = 'sub'.concat('agent_type');
const SORTER = { [AGENT_MEMBER]: 'sorter', prompt: 'Sort the notes.', description: 'Sort' };

describe('an agent that loads skills before its first call', () => {
  it.each([
    ['skills: evil', AGENT],
    ['skills: good, evil', AGENT],
    ['skills: [good, "evil"]', AGENT],
    ['skills:\n  - good\n  - evil', AGENT],
    ['skills:\n- evil\ntools: Read', AGENT],
    ['Skills: evil', AGENT],
    ['skills: evil', 'project/.claude/agents/team/other.md'],
    ['skills: evil', 'home/.claude/agents/sorter.md'],
    ['skills: evil', 'project/.github/agents/sorter.agent.md'],
  ])('uses each of them: %j in %s', async (skills, path) => {
    expect(await start({ [path]: define(skills) }, SORTER)).toContain(EVIL);
  });

  it.each(['Agent', 'task'])('uses them with every tool name: %s', async (tool) => {
    const input = { agent_type: 'sorter', prompt: 'x' };
    expect(await start({ [AGENT]: define('skills: evil') }, input, 'copilot-cli', tool)).toContain(EVIL);
  });

  it('uses those of every definition that can match, including plugins', async () => {
    const plugin = 'home/.claude/plugins/cache/market/evilplugin/1.0/custom/x.md';
    const input = { ...SORTER, [AGENT_MEMBER]: 'evilplugin:sorter' };
    expect(await start({ [plugin]: define('skills: evil') }, input)).toContain(EVIL);
    const both = { [AGENT]: define('skills: good'), 'home/.claude/agents/a.md': define('skills: evil') };
    expect(await start(both, SORTER)).toContain(EVIL);
  });

  it.each([
    'skills: !!str evil',
    'skills: *a',
    '"skills": evil',
    '"sk\\x69lls": evil',
    '<<: *a',
    'skills: >\n  evil',
    '{skills: evil}',
  ])('is not resolved when its skills cannot be parsed with certainty: %j', async (skills) => {
    expect(await start({ [AGENT]: define(skills) }, SORTER)).toContain('unresolved');
  });

  it('is not resolved when it is defined in another format', async () => {
    const files = { 'project/.codex/agents/sorter.toml': 'name = "sorter"\n[[skills.config]]\npath = "x"\n' };
    const input = { agent_type: 'sorter', message: 'x' };
    expect(await start(files, input, 'codex', 'spawn_agent')).toContain('unresolved');
  });

  it('names no skill that exists', async () => {
    expect(await start({ [AGENT]: define('skills: nowhere') }, SORTER)).toEqual(['missing']);
  });

  it('is used by a skill that runs in it', async () => {
    const skill = '---\nname: fork\ncontext: fork\nagent: sorter\n---\nHelp.\n';
    const files = { 'project/.claude/skills/fork/SKILL.md': skill, [AGENT]: define('skills: evil') };
    expect(await start(files, { skill: 'fork' }, 'claude-code', 'Skill')).toContain(EVIL);
  });
});

describe('an agent without skills of its own', () => {
  it.each<[string, object]>([
    [define('tools: Read, Grep'), SORTER],
    [define('skills:'), SORTER],
    [define('skills: evil', 'other').replaceAll('sorter', 'other'), { ...SORTER, [AGENT_MEMBER]: 'general-purpose' }],
    ['# sorter\n', SORTER],
  ])('is irrelevant to the hook: %j', async (text, input) => {
    const path = text.includes('other') ? 'project/.claude/agents/other.md' : AGENT;
    expect(await start({ [path]: text }, input)).toEqual([]);
  });
});
