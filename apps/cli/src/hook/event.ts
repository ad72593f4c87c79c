/** What an agent is about to do, as far as skills are concerned. */
export type ToolUse = {
  readonly cwd: string;
  /** Name of a skill that is being called. */
  readonly skill?: string;
  /** A file that is being read. */
  readonly file?: string;
  /** A command line that is being run. */
  readonly command?: string;
};

export type Target =
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'install'; readonly source: string | undefined; readonly text: string };

/** Folders in which agent hosts keep skills, in a project and in a home. */
export const SKILL_HOMES = [
  '.claude',
  '.agents',
  '.cursor',
  '.gemini',
  '.github',
  '.codex',
  '.copilot',
  '.opencode',
] as const;

const HOMES = SKILL_HOMES.map((name) => name.replace('.', '\\.')).join('|');
/** The folder of one skill inside a path, up to and with its name. */
const IN_SKILL = new RegExp(`[^\\s"'\`;|&()<>=]*(?:${HOMES})/skills/[\\w.-]+`, 'g');
const IN_SKILLS = new RegExp(`(?:${HOMES})/skills(?:/|\\b)`);

/** Programs that bring a skill onto a machine. */
const INSTALLERS =
  /\b(?:skills(?:-lock)?|openskills|add-skill|clawhub|skillport|gemini\s+(?:skills|extensions)|claude\s+plugin)\s+(?:add|install|i|link|update|upgrade)\b|\badd-skill\s+\S|\bassay\s+install\b/;
/** Programs that put files somewhere; together with a skills folder that is an installation by hand. */
const PLACERS = /\b(?:git\s+clone|curl|wget|cp|mv|ln|rsync|tar|unzip|install|tee|scp)\b|>/;
const SOURCE = /(?:https:\/\/github\.com\/|git@github\.com:)?\b([A-Za-z0-9][\w.-]*\/[\w.-]+?)(?:\.git)?(?=[\s"'#@]|$)/;

/** Everything in a tool use that a certificate has a say in. An empty list: nothing of our business. */
export function findTargets({ skill, file, command }: ToolUse): Target[] {
  const targets: Target[] = [];
  if (skill !== undefined) targets.push({ kind: 'skill', name: skill });
  for (const text of [file, command]) {
    for (const [path] of (text ?? '').replaceAll('\\', '/').matchAll(IN_SKILL)) targets.push({ kind: 'folder', path });
  }
  if (command !== undefined && isInstallation(command))
    targets.push({ kind: 'install', source: findSource(command), text: command });
  return targets;
}

const isInstallation = (command: string): boolean =>
  INSTALLERS.test(command) || (PLACERS.test(command) && IN_SKILLS.test(command.replaceAll('\\', '/')));

function findSource(command: string): string | undefined {
  const words = command.replace(INSTALLERS, ' ');
  const [, repository] = SOURCE.exec(words) ?? [];
  return repository === undefined ? undefined : `https://github.com/${repository}`;
}
