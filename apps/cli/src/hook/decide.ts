import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { type Decision, decideGuard, type GuardPolicy, type Verification } from '@assay/client';
import { readFolder } from '@assay/client/node';
import type { Service } from '../service/connect.ts';
import { verifyUrl } from '../service/verify-url.ts';
import { findTargets, SKILL_HOMES, type Target, type ToolUse } from './event.ts';
import type { Ruling } from './hosts.ts';

export type HookNeeds = {
  readonly service: Service;
  /** Skills that this user vouches for by name, such as those that come with the host. */
  readonly trusted: readonly string[];
  /** Was this very bundle once verified as valid here? */
  readonly knowsBundle: (sha256: string) => Promise<boolean>;
};

const ALLOWED: Ruling = { decision: 'allow', reason: '' };
const RANK: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** The strictest ruling over everything that the tool use touches. */
export async function decideToolUse(use: ToolUse, needs: HookNeeds): Promise<Ruling> {
  const rulings = await Promise.all(findTargets(use).map((target) => rule(target, use, needs)));
  return rulings.reduce(
    (strictest, each) => (RANK[each.decision] > RANK[strictest.decision] ? each : strictest),
    ALLOWED,
  );
}

async function rule(target: Target, use: ToolUse, needs: HookNeeds): Promise<Ruling> {
  if (target.kind === 'install') return ruleInstall(target.source, needs);
  const name = target.kind === 'skill' ? (target.name.split(':').at(-1) ?? '') : basename(target.path);
  if (needs.trusted.includes(name)) return ALLOWED;
  const folder = target.kind === 'skill' ? findFolder(name, use.cwd) : findGiven(target.path, use.cwd);
  if (folder === undefined) {
    // A path that is not there yet is about to be written: the installation is judged, or the next use of it.
    if (target.kind === 'folder') return ALLOWED;
    return {
      decision: 'deny',
      reason: `Assay: the skill ${name} was not found on this machine, so nobody can say what it is.`,
    };
  }
  return ruleFolder(folder, name, needs);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Project before home, as hosts look for them. A name that is a path is no name. */
function findFolder(name: string, cwd: string): string | undefined {
  if (!/^[\w.-]+$/.test(name) || name === '..' || name === '.') return undefined;
  const places = [cwd, homedir()].flatMap((base) => SKILL_HOMES.map((home) => join(base, home, 'skills', name)));
  return places.find(isFolder);
}

function findGiven(path: string, cwd: string): string | undefined {
  const expanded = path.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, homedir());
  const full = isAbsolute(expanded) ? expanded : resolve(cwd, expanded);
  return isFolder(full) ? full : undefined;
}

async function ruleFolder(folder: string, name: string, { service, knowsBundle }: HookNeeds): Promise<Ruling> {
  const content = await readFolder(folder);
  const verification = await service.client.verifyFiles(content);
  const isSilent = verification.outcome === 'undecidable';
  const bundle = isSilent ? await service.client.bundleSha256(content) : undefined;
  const isKnown = bundle !== undefined && (await knowsBundle(bundle));
  return toRuling(verification, name, isKnown, service.settings.policy);
}

async function ruleInstall(source: string | undefined, { service }: HookNeeds): Promise<Ruling> {
  if (source === undefined)
    return {
      decision: 'deny',
      reason: 'Assay: this installs a skill, and where it comes from cannot be read from the command.',
    };
  return toRuling(await verifyUrl(source, undefined, service), source, false, service.settings.policy);
}

/** Invalid is denied, flags are asked about, silence is denied for what is new here and asked about for what was valid before. */
function toRuling(verification: Verification, name: string, isKnown: boolean, policy: GuardPolicy): Ruling {
  const onUnreachable = policy.onUnreachable ?? (isKnown ? 'ask' : 'deny');
  const { decision, reasons } = decideGuard(verification, { onFlags: 'ask', ...policy, onUnreachable }, Date.now());
  return {
    decision,
    reason: decision === 'allow' ? '' : `Assay: ${name}: ${reasons.map(({ detail }) => detail).join(' ')}`,
  };
}
