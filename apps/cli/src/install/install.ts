import { toSafeText } from '../render/safe-text.ts';
import type { Service } from '../service/connect.ts';
import { DEFAULT_URL, readUserSettings, toBase } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { Assessment } from './assess.ts';
import type { Candidate } from './candidate.ts';
import { rememberValid } from './known-bundles.ts';
import { type Lock, type LockedSkill, requireUnchanged, writeLock } from './lock.ts';
import { writeMarketplace } from './marketplace.ts';
import { placeSkill, storeFolder } from './place.ts';
import { fetchProof, writeProof } from './proofs.ts';
import type { Trusted } from './trusted.ts';
import { dayAfter, ownName, TRUST_DAYS, trustForUser } from './user-trust.ts';

type Installed = {
  readonly candidate: Candidate;
  readonly assessment: Assessment;
  readonly hosts: readonly string[];
  readonly lock: Lock;
};

/** Writes files, links, proof and lock. If one of them fails, the project is restored. */
export async function install(
  { candidate, assessment, hosts, lock }: Installed,
  service: Service,
  terminal: Terminal,
): Promise<void> {
  const { name, files, digests } = candidate;
  const { record } = assessment;
  const proof = record && (await fetchProof(record.certificateId, service));
  // Nothing from here to the written lock waits, so no other command can come between.
  requireUnchanged(terminal.cwd, lock);
  const placed = placeSkill(terminal.cwd, name, files, hosts, candidate.plugin && 'plugin');
  try {
    if (record && proof !== undefined) writeProof(terminal.cwd, record.certificateId, proof);
    const locked = toLock({ candidate, assessment, hosts, lock }, service, terminal);
    if (candidate.plugin !== undefined) writeMarketplace(terminal.cwd, locked);
    writeLock(terminal.cwd, locked);
  } catch (error) {
    placed.undo();
    throw error;
  }
  placed.done();
  const base = toBase(service.settings.url) ?? service.settings.url;
  if (record) rememberValid(terminal, digests.bundleSha256, { certificateId: record.certificateId, service: base });
  else if (isOwnService(terminal, base))
    trustForUser(terminal, { [digests.bundleSha256]: toTrusted(candidate, assessment, terminal) });
  else
    terminal.err(
      `assay: ${toSafeText(base)} is not the service in your settings, so the hook does not accept this approval. Approve it yourself: assay trust ${storeFolder(undefined)}/${name}\n`,
    );
  if (record && proof === undefined)
    terminal.err(
      'assay: the service has no proof of this certificate yet, so it can be checked only online. Later: assay ci\n',
    );
}

/** An approval applies to the hook, so only the service that the hook uses may say that a skill is unknown. */
function isOwnService(terminal: Terminal, base: string): boolean {
  const { url = DEFAULT_URL, trustedServices = {} } = readUserSettings(terminal);
  return base === toBase(url) || Object.hasOwn(trustedServices, base);
}

function toLock({ candidate, assessment, hosts, lock }: Installed, service: Service, terminal: Terminal): Lock {
  const { record, provenance, review } = assessment;
  const entry: LockedSkill = {
    ...(candidate.plugin && { kind: 'plugin' }),
    ...provenance,
    ...candidate.digests,
    certificateId: record?.certificateId ?? null,
    payloadHash: record?.payloadHash ?? null,
    service: record === null ? null : (toBase(service.settings.url) ?? service.settings.url),
    readBy: record?.instructionsReadBy ?? review?.readBy ?? 'NONE',
    hosts: [...hosts].sort(),
  };
  const before = lock.skills[candidate.name]?.bundleSha256;
  const trusted = Object.fromEntries(Object.entries(lock.trusted).filter(([digest]) => digest !== before));
  if (record === null) trusted[candidate.digests.bundleSha256] = toTrusted(candidate, assessment, terminal);
  return { ...lock, skills: { ...lock.skills, [candidate.name]: entry }, trusted };
}

const toTrusted = ({ name }: Candidate, { review }: Assessment, { today }: Terminal): Trusted => ({
  name,
  reason: `Accepted when it was added. Result of the review on that machine: ${review?.reviewResult ?? 'none'}.`,
  by: ownName(),
  until: dayAfter(today, TRUST_DAYS.default),
});
