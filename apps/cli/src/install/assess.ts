import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AssayError,
  type Decision,
  decideGuard,
  type FilesVerification,
  type GuardPolicy,
  type VerifyRecord,
} from '@assay/client';
import { explainMissingEngine } from '../missing-engine.ts';
import type { Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';
import type { Candidate } from './candidate.ts';
import { writeFiles } from './place.ts';
import { type Provenance, sealedProvenance } from './provenance.ts';
import { isSameRepository } from './source.ts';

/** The local review of an uncertified skill by the engine and, if configured, the user's reader. */
type LocalReview = {
  readonly reviewResult: string;
  readonly securityLevel: string;
  readonly readBy: 'NONE' | 'MODEL';
  readonly capabilities: readonly string[];
  readonly hosts: readonly string[];
  readonly findings: readonly { readonly severity: string; readonly title: string; readonly file: string }[];
};

/** `allow` installs with `--yes`, `ask` needs a person, `deny` and `undecided` never install. */
export type Assessment = {
  readonly decision: Decision | 'undecided';
  readonly record: VerifyRecord | null;
  readonly review: LocalReview | undefined;
  /** Why the decision is not `allow`. */
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly provenance: Provenance;
};

type Needs = {
  readonly service: Service;
  readonly terminal: Terminal;
  readonly policy: GuardPolicy;
  readonly isReaderOff: boolean;
};

/** Hosts run a plugin's hooks and servers without a further question, so a local review is not enough. */
const UNCERTIFIED_PLUGIN =
  'This plugin is not certified as a whole. Review it with assay scan, and submit its folder with assay submit; its skills alone can be added with --all.';

export async function assess(candidate: Candidate, needs: Needs): Promise<Assessment> {
  const { service, policy } = needs;
  const verification = await service.client.verifyFiles({ files: candidate.files }, candidate.certificateId);
  const base = { record: verification.record, review: undefined, warnings: [], provenance: candidate.given };
  if (verification.outcome === 'undecidable')
    return { ...base, decision: 'undecided', reasons: verification.reasons.map(({ detail }) => detail) };
  if (verification.record === null) {
    const isUnknown =
      candidate.certificateId === undefined && verification.reasons.every(({ code }) => code === 'not_found');
    if (isUnknown && candidate.plugin !== undefined)
      return { ...base, decision: 'deny', reasons: [UNCERTIFIED_PLUGIN] };
    if (isUnknown) return reviewLocally(candidate, needs);
    return { ...base, decision: 'deny', reasons: verification.reasons.map(({ detail }) => detail) };
  }
  const seal = verification.valid ? await sealReason(verification.record, service) : undefined;
  if (seal !== undefined) return { ...base, decision: seal.decision, reasons: [seal.detail] };
  return weigh(verification, verification.record, candidate, policy);
}

/** The record must match the signed payload. */
async function sealReason({ certificateId, payloadHash }: VerifyRecord, { client }: Service) {
  try {
    const { statement } = await client.verifySeal(certificateId);
    if (statement.payloadHash === payloadHash) return undefined;
    return {
      decision: 'deny',
      detail: 'The signed payload differs from the payload in the verification response.',
    } as const;
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const isSilent = ['unreachable', 'timeout', 'trust_root'].includes(error.code);
    return { decision: isSilent ? 'undecided' : 'deny', detail: error.message } as const;
  }
}

function weigh(
  verification: FilesVerification,
  record: VerifyRecord,
  { files, given, digests }: Candidate,
  policy: GuardPolicy,
): Assessment {
  const guarded = decideGuard(verification, { onFlags: 'ask', ...policy }, Date.now());
  const sealed = sealedProvenance(
    record.source,
    files.map(({ path }) => path),
  );
  const reasons = guarded.reasons.map(({ detail }) => detail);
  const isForeign = sealed !== undefined && given.commit !== null && !isSameRepository(sealed.source, given.source);
  if (isForeign) reasons.push(`These bytes were certified from ${sealed.source}, but you named ${given.source}.`);
  const drifted = verification.drift !== null && !verification.drift.isSame;
  if (drifted && sealed)
    reasons.push(`The certified commit is ${sealed.commit}. To add that commit, append @${sealed.commit}.`);
  const warnings = verification.warnings.map(({ detail }) => detail);
  if (verification.valid && record.treeSha256 && record.treeSha256 !== digests.treeSha256)
    warnings.push('Executable bits differ from those that were certified.');
  const decision = guarded.decision === 'allow' && isForeign ? 'ask' : guarded.decision;
  return { decision, record, review: undefined, reasons, warnings, provenance: sealed ?? given };
}

/** The scanner is large, so it is loaded only for uncertified skills. */
async function reviewLocally({ name, files, given }: Candidate, { terminal, isReaderOff }: Needs): Promise<Assessment> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-add-'));
  try {
    const { scanLocal } = await import('../mcp/scan-local.ts');
    writeFiles(join(folder, name), files);
    const { skills } = await scanLocal(
      join(folder, name),
      { ...terminal, cwd: folder },
      { isSandboxed: true, isReaderOff },
    );
    const review = toReview(skills[0]);
    const isUnsafe = review.reviewResult === 'UNSAFE';
    const reasons = [
      isUnsafe
        ? 'These bytes are not certified, and their review on this machine found them UNSAFE.'
        : 'These bytes are not certified; the review below was made on this machine.',
    ];
    return { decision: isUnsafe ? 'deny' : 'ask', record: null, review, reasons, warnings: [], provenance: given };
  } catch (error) {
    const missing = explainMissingEngine(error);
    if (missing === undefined) throw error;
    const reasons = [`These bytes are not certified, so this machine must review them. ${missing}`];
    return { decision: 'undecided', record: null, review: undefined, reasons, warnings: [], provenance: given };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const dictOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function toReview(record: Readonly<Record<string, unknown>> | undefined): LocalReview {
  const { reviewResult, securityLevel, capabilities, endpoints, findings, reading } = dictOf(record);
  const { declared, observed } = dictOf(capabilities);
  return {
    reviewResult: typeof reviewResult === 'string' ? reviewResult : 'UNDECIDED',
    securityLevel: typeof securityLevel === 'string' ? securityLevel : 'unknown',
    readBy: dictOf(reading).isRead === true ? 'MODEL' : 'NONE',
    capabilities: [...new Set([...textsOf(declared), ...textsOf(observed)])],
    hosts: textsOf(dictOf(endpoints).observedHosts),
    findings: (Array.isArray(findings) ? findings : []).map((each: unknown) => {
      const { severity, title, file } = dictOf(each);
      return { severity: String(severity), title: String(title), file: String(file) };
    }),
  };
}
