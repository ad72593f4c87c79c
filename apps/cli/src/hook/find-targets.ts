import type { Terminal } from '../terminal.ts';
import { Budget } from './budget.ts';
import type { HookOptions, Host } from './hosts.ts';
import { readOwnSettings } from './own-settings.ts';
import { resolveToolUse } from './resolve-tool-use.ts';
import { findUserPlaces } from './skill-places.ts';
import type { Target, ToolUse } from './tool-use.ts';
import { findUntrusted } from './trusted-bundles.ts';

/** The cost of reading and hashing a folder. */
const FOLDER_STEPS = 50_000;

/** The dependencies for deciding whether a call must be judged. */
export type HookTerminal = Pick<Terminal, 'config' | 'today' | 'readInput'>;

export function readEvent(host: Host, input: string): { readonly use: ToolUse; readonly canAsk: boolean } {
  const parsed: unknown = JSON.parse(input);
  const event = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  const use = host.read(event);
  if (use === undefined)
    throw new Error(`standard input contains no event of ${host.title} that this version supports.`);
  return { use, canAsk: host.canAsk(event) };
}

/** The targets that need judgement: without skills that this user trusts by name or by digest, and without recently verified ones. */
export async function findTargets(
  use: ToolUse,
  options: HookOptions,
  terminal: HookTerminal,
  budget = new Budget(),
): Promise<Target[]> {
  const { home, projectDir, hostDirs } = terminal.config;
  const targets = await resolveToolUse(use, { home, projectDir, hostDirs }, budget);
  if (targets.length === 0) return targets;
  const settings = await readOwnSettings(terminal);
  const isInUserPlace = await findUserPlaces({ home, hostDirs });
  // Any clone can use a name, so a name counts only for skills in the user's own folders.
  const isNamed = ({ path, name }: { readonly path: string; readonly name: string }) =>
    settings.trustedSkills.includes(name) && isInUserPlace({ folder: path, name });
  const left = targets.flatMap((target): Target[] => {
    if (target.kind === 'missing') return settings.trustedSkills.includes(target.name) ? [] : [target];
    if (target.kind === 'folder') return isNamed(target) ? [] : [target];
    if (target.kind !== 'reach') return [target];
    const skills = target.skills.filter((skill) => !isNamed(skill));
    return skills.length === 0 ? [] : [{ ...target, skills }];
  });
  // Another kind of target already requires judgement, so the folders need not be read.
  if (left.length === 0 || left.some(({ kind }) => kind !== 'folder' && kind !== 'reach')) return left;
  const count = left.reduce((sum, target) => sum + (target.kind === 'reach' ? target.skills.length : 1), 0);
  if (!budget.spend(count * FOLDER_STEPS)) return left;
  return findUntrusted(left, options, settings, terminal);
}
