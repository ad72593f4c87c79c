import { lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { decideGuard, type FilesVerification, type GuardPolicy, type VerifyRecord } from '@assay/client';
import { verifyProof } from '@assay/client/proof';
import { listProject } from '../hook/skill-places.ts';
import type { Service } from '../service/connect.ts';
import { toBase } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { digestsOf, type InstalledFolder, readInstalled } from './digests.ts';
import { findSkillHost, linkFolders, PLUGIN_STORE, SKILL_HOSTS, STORE } from './hosts.ts';
import { EXCEPT_METADATA, isOfOrigin, type Origin, originOf, withoutMetadata } from './installer-metadata.ts';
import { rememberValid } from './known-bundles.ts';
import type { Lock, LockedSkill } from './lock.ts';
import { isMarketplaceOf, MARKETPLACE_FILE } from './marketplace.ts';
import { isReachedWithoutLinks, leadsToStore, storeFolder, storeOf } from './place.ts';
import { isPlugin } from './plugin.ts';
import { readProof, verificationOf } from './proofs.ts';
import { sealedProvenance } from './provenance.ts';
import { isInForce, type Trusted } from './trusted.ts';

/** `refused`: something differs from the lock. `undecidable`: there is no reliable answer. */
export type LockVerdict = {
  readonly name: string;
  readonly outcome: 'valid' | 'refused' | 'undecidable';
  readonly how: 'service' | 'proof' | 'trust' | null;
  readonly reasons: readonly string[];
  /** Notes to show although the verdict is valid. */
  readonly notes?: readonly string[];
};

export type LockCheck = {
  readonly lock: Lock;
  /** The applicable approvals: those of the lock, of its imports and of the user. */
  readonly trusted: Readonly<Record<string, Trusted>>;
  readonly service: Service;
  readonly terminal: Terminal;
  readonly policy: GuardPolicy;
  readonly isOffline: boolean;
  readonly maxStatusAgeMs: number;
  /** The trust root for checking stored proofs. */
  readonly trustRoot: () => Promise<unknown>;
};

const refused = (name: string, ...reasons: string[]): LockVerdict => ({ name, outcome: 'refused', how: null, reasons });

/** Compares one skill of the lock with the disk. Every member of its entry is compared. */
export async function checkLocked(name: string, check: LockCheck): Promise<LockVerdict> {
  const entry = check.lock.skills[name];
  const project = check.terminal.cwd;
  if (entry === undefined) return refused(name, `${name} is not in the lock.`);
  const folder = storeOf(project, name, entry.kind);
  const shown = `${storeFolder(entry.kind)}/${name}`;
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return refused(name, `${shown} is missing. Run: assay ci`);
  if (!isReachedWithoutLinks(project, folder))
    return refused(name, `${shown} goes through a link to another folder. Remove the link.`);
  const found = await readInstalled(folder).catch((error: Error) => error.message);
  if (typeof found === 'string') return refused(name, found);
  const { installed, note } = withoutInstaller(found, entry);
  const hosts = [...hostReasons(name, entry, project), ...marketplaceReasons(entry, check)];
  const verdict = await checkBytes(name, entry, installed, check);
  const digests = verdict.outcome === 'refused' ? [] : digestReasons(entry, installed);
  const more = [...digests, ...hosts];
  // Installer fields are shown only if they are known to contain no third-party text.
  if (more.length === 0)
    return note === undefined || verdict.outcome !== 'valid' ? verdict : { ...verdict, notes: [note] };
  return { ...verdict, outcome: 'refused', reasons: [...verdict.reasons, ...more] };
}

/** Whether an applicable certificate or approval covers these bytes, wherever they are. */
export const checkBytes = async (
  name: string,
  entry: LockedSkill,
  installed: InstalledFolder,
  check: LockCheck,
): Promise<LockVerdict> => {
  const kind = isPlugin(installed.files.map(({ path }) => path)) ? 'plugin' : undefined;
  if (kind !== entry.kind)
    return refused(
      name,
      `kind: the lock says ${entry.kind ?? 'skill'}, but these are the files of a ${kind ?? 'skill'}.`,
    );
  return entry.certificateId === null
    ? checkTrusted(name, entry, installed, check)
    : checkCertified(name, entry, installed, check);
};

/** The lock contains the certified bundle. An installer may have added its fields since. */
function withoutInstaller(
  found: InstalledFolder,
  { bundleSha256 }: LockedSkill,
): { installed: InstalledFolder; note?: string } {
  const stripped = found.digests.bundleSha256 === bundleSha256 ? undefined : withoutMetadata(found.files);
  const digests = stripped && digestsOf(stripped.files);
  if (stripped === undefined || digests?.bundleSha256 !== bundleSha256) return { installed: found };
  const values = Object.entries(stripped.metadata).map(([key, value]) => `${key} ${value}`);
  const content = { ...found.content, files: stripped.files };
  const { files, metadata } = stripped;
  return { installed: { content, files, digests, metadata }, note: `${EXCEPT_METADATA}: ${values.join(', ')}` };
}

/** Bytes with fields that do not match their source are not the certified or approved ones. */
function metadataReasons({ metadata = {} }: InstalledFolder, origin: Origin): string[] {
  const isFitting = isOfOrigin(metadata, origin);
  return isFitting ? [] : ['SKILL.md has installer fields that do not name the source of the skill.'];
}

function digestReasons(entry: LockedSkill, { digests, content }: InstalledFolder): string[] {
  const reasons = (content.unreadable ?? []).map((path) => `${path} is a link or cannot be read.`);
  if (digests.bundleSha256 !== entry.bundleSha256)
    reasons.push(
      `The files differ from the lock: bundleSha256 is ${digests.bundleSha256}, the lock says ${entry.bundleSha256}.`,
    );
  else if (digests.treeSha256 !== entry.treeSha256)
    reasons.push(
      `Executable bits differ from the lock: treeSha256 is ${digests.treeSha256}, the lock says ${entry.treeSha256}.`,
    );
  return reasons;
}

/** Hosts install from the marketplace, so it must list only the plugins of the lock. */
const marketplaceReasons = ({ kind }: LockedSkill, { lock, terminal }: LockCheck): string[] =>
  kind !== 'plugin' || isMarketplaceOf(terminal.cwd, lock)
    ? []
    : [`${MARKETPLACE_FILE} does not list exactly the plugins of the lock. Remove the file and run: assay ci`];

/** Links exist for the hosts in the lock and lead to the skill. Other hosts have no link. */
function hostReasons(name: string, { hosts }: LockedSkill, project: string): string[] {
  const unknown = hosts
    .filter((host) => findSkillHost(host) === undefined)
    .map((host) => `hosts: there is no host ${host}.`);
  const wanted = linkFolders(hosts);
  const wrong = wanted
    .filter((folder) => !leadsToStore(project, join(folder, name), name))
    .map((folder) => `hosts: ${folder}/${name} does not link to ${STORE}/${name}.`);
  const extra = linkFolders(SKILL_HOSTS.map((host) => host.name))
    .filter(
      (folder) =>
        !wanted.includes(folder) && lstatSync(join(project, folder, name), { throwIfNoEntry: false }) !== undefined,
    )
    .map((folder) => `hosts: ${folder}/${name} exists, but the lock does not name that host.`);
  return [...unknown, ...wrong, ...extra];
}

function checkTrusted(
  name: string,
  entry: LockedSkill,
  installed: InstalledFolder,
  { trusted, terminal }: LockCheck,
): LockVerdict {
  const { digests } = installed;
  const odd = (['payloadHash', 'service'] as const).find((member) => entry[member] !== null);
  if (odd !== undefined) return refused(name, `${odd} is set, but certificateId is not.`);
  const approval = Object.hasOwn(trusted, digests.bundleSha256) ? trusted[digests.bundleSha256] : undefined;
  if (approval === undefined)
    return refused(name, `These files are neither certified nor trusted (bundleSha256 ${digests.bundleSha256}).`);
  if (approval.name !== name) return refused(name, `These files are trusted as ${approval.name}.`);
  if (!isInForce(approval, terminal.today))
    return refused(
      name,
      `It was trusted until ${approval.until}. Review it again: assay trust ${STORE}/${name} --lock`,
    );
  const foreign = metadataReasons(installed, originOf(name, undefined));
  return foreign.length > 0 ? refused(name, ...foreign) : { name, outcome: 'valid', how: 'trust', reasons: [] };
}

async function checkCertified(
  name: string,
  entry: LockedSkill,
  installed: InstalledFolder,
  check: LockCheck,
): Promise<LockVerdict> {
  const { service, terminal, isOffline } = check;
  const base = toBase(service.settings.url);
  if (entry.service !== base)
    return refused(name, `service: the lock says ${entry.service}, but this check uses ${base}.`);
  if (isOffline) return checkProof(name, entry, installed, check);
  const verification = await service.client.verifyFiles(installed.content, entry.certificateId ?? '');
  if (
    verification.outcome === 'undecidable' &&
    verification.reasons.every(({ code }) => code === 'unreachable' || code === 'timeout')
  )
    return checkProof(name, entry, installed, check);
  const verdict = weigh(name, entry, installed, { verification, check });
  if (verdict.outcome === 'valid' && installed.digests.bundleSha256 === entry.bundleSha256)
    rememberValid(terminal, entry.bundleSha256, { certificateId: entry.certificateId ?? '', service: base ?? '' });
  return verdict.outcome === 'valid' ? { ...verdict, how: 'service' } : verdict;
}

/** A pipeline cannot ask a person, so a decision to ask becomes a rejection. */
function weigh(
  name: string,
  entry: LockedSkill,
  installed: InstalledFolder,
  { verification, check }: { verification: FilesVerification; check: LockCheck },
): LockVerdict {
  const { outcome, record, reasons } = verification;
  if (outcome === 'undecidable') return { name, outcome, how: null, reasons: reasons.map(({ detail }) => detail) };
  const { reasons: objections } = decideGuard(verification, check.policy, Date.now());
  const paths = entry.kind === 'plugin' ? installed.files.map(({ path }) => path) : ['SKILL.md'];
  const differences = record === null ? [] : sealReasons(entry, record, paths);
  differences.push(...metadataReasons(installed, originOf(name, record?.source)));
  const all = [...objections.map(({ detail }) => detail), ...differences];
  return { name, outcome: all.length === 0 ? 'valid' : 'refused', how: null, reasons: all };
}

type Sealed = Pick<VerifyRecord, 'payloadHash' | 'bundleSha256' | 'source'> & { readonly instructionsReadBy?: string };

/** Compares the lock with the sealed certificate, member by member. */
function sealReasons(
  entry: LockedSkill,
  { payloadHash, bundleSha256, instructionsReadBy = 'NONE', source }: Sealed,
  paths: readonly string[],
): string[] {
  const sealed = sealedProvenance(source, paths);
  const pairs: readonly (readonly [string, string | null, string | null | undefined])[] = [
    ['payloadHash', entry.payloadHash, payloadHash],
    ['bundleSha256', entry.bundleSha256, bundleSha256],
    ['readBy', entry.readBy, instructionsReadBy],
    ...(sealed === undefined
      ? []
      : ([
          ['source', entry.source, sealed.source],
          ['path', entry.path, sealed.path],
          ['commit', entry.commit, sealed.commit],
        ] as const)),
  ];
  return pairs
    .filter(([, locked, certified]) => locked !== certified)
    .map(([member, locked, certified]) => `${member}: the lock says ${locked}, the certificate ${certified}.`);
}

/** Works offline: the stored data proves seal, files and log. The status counts while it is recent enough. */
async function checkProof(
  name: string,
  entry: LockedSkill,
  installed: InstalledFolder,
  check: LockCheck,
): Promise<LockVerdict> {
  const certificateId = entry.certificateId ?? '';
  const proof = readProof(check.terminal.cwd, certificateId);
  if (proof === undefined)
    return {
      name,
      outcome: 'undecidable',
      how: null,
      reasons: [`There is no stored proof of certificate ${certificateId}. Run assay ci with network access.`],
    };
  const trustRoot = await check.trustRoot();
  if (trustRoot === undefined)
    return {
      name,
      outcome: 'undecidable',
      how: null,
      reasons: ['No trust root is stored. Set --trust-root FILE.'],
    };
  const result = await verifyProof(proof, {
    trustRoot,
    folder: installed.content,
    certificateId,
    maxStatusAgeMs: check.maxStatusAgeMs,
  });
  if (result.outcome !== 'valid')
    return { name, outcome: result.outcome, how: null, reasons: result.reasons.map(({ detail }) => detail) };
  const verification = verificationOf(proof, result.statement?.payloadHash ?? '');
  const verdict = weigh(name, entry, installed, { verification, check });
  return verdict.outcome === 'valid' ? { ...verdict, how: 'proof' } : verdict;
}

const isLockedPlugin = (name: string, { skills }: Lock): boolean =>
  Object.hasOwn(skills, name) && skills[name]?.kind === 'plugin';

function isInPlugin(path: string, lock: Lock): boolean {
  const [name = ''] = path.startsWith(`${PLUGIN_STORE}/`) ? path.slice(PLUGIN_STORE.length + 1).split(sep) : [];
  return isLockedPlugin(name, lock);
}

/** Folders beside the locked plugins. Even without a skill, a plugin has hooks and servers. */
function unknownPlugins(project: string, lock: Lock): LockVerdict[] {
  const folder = join(project, PLUGIN_STORE);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name !== '.claude-plugin' && !isLockedPlugin(name, lock))
    .map((name) =>
      refused(`${PLUGIN_STORE}/${name}`, 'The plugin is not in the lock. Add it with assay add, or remove it.'),
    );
}

/** Skills in the folders of all hosts, as the hook sees them, that are neither in the lock nor trusted. */
export async function findUnknown({ lock, trusted, terminal }: LockCheck): Promise<LockVerdict[]> {
  const project = terminal.cwd;
  const { skills, gaps } = await listProject(project);
  const found: LockVerdict[] = [];
  for (const { folder, name } of skills) {
    const at = relative(project, folder);
    // The bytes of a locked plugin are checked as a whole.
    if (isInPlugin(at, lock)) continue;
    const isLocked = Object.hasOwn(lock.skills, name) && !isLockedPlugin(name, lock);
    if (isLocked && (at === `${STORE}/${name}` || leadsToStore(project, at, name))) continue;
    const installed = await readInstalled(folder).catch(() => undefined);
    const approval =
      installed && (installed.content.unreadable ?? []).length === 0
        ? trusted[installed.digests.bundleSha256]
        : undefined;
    if (approval !== undefined && isInForce(approval, terminal.today)) continue;
    found.push(
      refused(
        at,
        'The skill is neither in the lock nor trusted. Add it with assay add, approve it with assay trust, or remove it.',
      ),
    );
  }
  found.push(...unknownPlugins(project, lock));
  if (gaps.length > 0) found.push({ name: '.', outcome: 'undecidable', how: null, reasons: gaps });
  return found;
}
