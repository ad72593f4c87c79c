import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder for skills in a project. Hosts with their own folder get a link to it. */
export const STORE = '.agents/skills';

/** The folder for whole plugins, in the form of a marketplace that hosts can use. */
export const PLUGIN_STORE = '.agents/plugins';

type SkillHost = {
  readonly name: string;
  readonly title: string;
  /** The project folder in which the host looks for skills. */
  readonly folder: string;
  /** Any of these paths, in the project or in the home folder, shows that the host is used. */
  readonly signs: { readonly project: readonly string[]; readonly home: readonly string[] };
  /** The documentation of the folder, as of November 2026. */
  readonly documentedAt: string;
};

/**
 * Five of the six read `.agents/skills` of a project, so they need no link. Gemini CLI prefers it to `.gemini/skills`;
 * OpenCode, Cursor and Copilot CLI read it in addition to their own folders.
 */
export const SKILL_HOSTS: readonly SkillHost[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    folder: '.claude/skills',
    signs: { project: ['.claude'], home: ['.claude'] },
    documentedAt: 'https://code.claude.com/docs/en/skills',
  },
  {
    name: 'codex',
    title: 'Codex',
    folder: STORE,
    signs: { project: ['.codex'], home: ['.codex'] },
    documentedAt: 'https://developers.openai.com/codex/skills',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    folder: STORE,
    signs: { project: ['.cursor'], home: ['.cursor'] },
    documentedAt: 'https://cursor.com/docs/context/skills',
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    folder: STORE,
    signs: { project: ['.gemini'], home: ['.gemini'] },
    documentedAt: 'https://geminicli.com/docs/cli/using-agent-skills',
  },
  {
    name: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    folder: STORE,
    signs: { project: ['.github/copilot-instructions.md', '.github/hooks'], home: ['.copilot'] },
    documentedAt: 'https://docs.github.com/en/copilot/concepts/agents/about-agent-skills',
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    folder: STORE,
    signs: { project: ['.opencode', 'opencode.json'], home: ['.config/opencode'] },
    documentedAt: 'https://opencode.ai/docs/skills',
  },
];

export const findSkillHost = (name: string): SkillHost | undefined => SKILL_HOSTS.find((host) => host.name === name);

/** The names of the hosts that are used in this project or by this user. */
export const presentHosts = (project: string, home: string): string[] =>
  SKILL_HOSTS.filter(
    ({ signs }) =>
      signs.project.some((sign) => existsSync(join(project, sign))) ||
      signs.home.some((sign) => existsSync(join(home, sign))),
  ).map(({ name }) => name);

/** The folders of these hosts that contain links, without duplicates. */
export const linkFolders = (hosts: readonly string[]): string[] => [
  ...new Set(hosts.flatMap((name) => findSkillHost(name)?.folder ?? []).filter((folder) => folder !== STORE)),
];
