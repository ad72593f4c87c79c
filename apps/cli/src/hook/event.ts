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
  | { readonly kind: 'install'; readonly source: string | undefined };

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
  /\b(?:skills(?:-lock)?|openskills|clawhub|gemini\s+(?:skills|extensions)|claude\s+plugin)(?:@[\w.-]+)?\s+(?:add|install|i|link|update|upgrade)\b|\badd-skill(?:@[\w.-]+)?\s+\S/;
/** Programs that put files somewhere; together with a skills folder that is an installation by hand. */
const PLACERS = /\b(?:git\s+clone|curl|wget|cp|mv|ln|rsync|tar|unzip|install|tee|scp)\b|>/;
const ADDRESS = /(?:https:\/\/github\.com\/|git@github\.com:)([\w.-]+\/[\w.-]+?)(?:\.git)?(?=[\s"'#@/]|$)/g;
/** `owner/repository`, as installers take it. */
const SHORT = /(?<=\s)([A-Za-z0-9][\w.-]*\/[\w.-]+?)(?:\.git)?(?=[\s"'#@]|$)/g;

/** Everything in a tool use that a certificate has a say in. An empty list: nothing of our business. */
export function findTargets({ skill, file, command }: ToolUse): Target[] {
  const targets: Target[] = [];
  if (skill !== undefined) targets.push({ kind: 'skill', name: skill });
  for (const text of [file, command]) {
    for (const [path] of (text ?? '').replaceAll('\\', '/').matchAll(IN_SKILL)) targets.push({ kind: 'folder', path });
  }
  // Each part for itself: a certified name in one of them must not speak for another.
  for (const part of (command ?? '').split(/&&|\|\|?|;|\n/)) targets.push(...findInstalls(part));
  return targets;
}

function findInstalls(part: string): Target[] {
  const isInstaller = INSTALLERS.test(part);
  if (!isInstaller && !(PLACERS.test(part) && IN_SKILLS.test(part.replaceAll('\\', '/')))) return [];
  const addresses = [...part.matchAll(ADDRESS), ...(isInstaller ? part.matchAll(SHORT) : [])];
  const sources = new Set(addresses.map(([, repository]) => `https://github.com/${repository}`));
  if (sources.size === 0) return [{ kind: 'install', source: undefined }];
  return [...sources].map((source) => ({ kind: 'install', source }));
}
