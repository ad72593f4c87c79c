import { sealedBytes } from '@assay/protocol/canonical-json';
import { fillPath } from '@assay/protocol/route';
import type { Http } from '../http.ts';
import { keccak256Hex } from '../keccak.ts';
import { AssayError } from '../reasons.ts';
import * as ROUTES from '../routes.generated.ts';
import { type Dict, isCertificateId, isDict, isText } from '../shape.ts';
import { type ConcernKind, findConcerns, type Interests } from './concerns.ts';
import { type FollowedLog, type LogEntry, type LogReader, openLogState } from './log-reader.ts';

export type MonitorFinding = {
  readonly kind: ConcernKind | 'payload_withheld' | 'payload_mismatch' | 'status_changed' | 'unlogged_audit_head';
  readonly leafIndex: number;
  readonly certificateId: string | null;
  readonly name: string | null;
  readonly at: string;
  readonly detail: string;
};

export const MONITOR_LIMITS = {
  /** The limit for one run. Findings are kept until the whole log is proven. */
  findingsMax: 100_000,
} as const;

/** The state between two runs. */
export type MonitorState = { readonly log: FollowedLog; readonly watched: readonly string[] };

type Needs = {
  readonly http: Pick<Http, 'ask'>;
  readonly reader: Pick<LogReader, 'follow'>;
  readonly origin: string;
  readonly interests: Interests;
  /** Reads and proves older leaves without requesting their payloads. */
  readonly isFromNow?: boolean;
  /** Hashes of the audit log, for users with access to it: it must contain every head in the log. */
  readonly auditHashes?: ReadonlySet<string>;
};

type Found = { readonly payload: Dict } | { readonly fault: MonitorFinding };

export function openMonitorState(value: unknown, origin: string): MonitorState {
  if (value === undefined) return { log: openLogState(undefined, origin), watched: [] };
  const isValidShape = isDict(value) && Array.isArray(value.watched) && value.watched.every(isCertificateId);
  if (!isValidShape) throw new AssayError('log_inconsistent', 'The stored state of the monitor is damaged.');
  return { log: openLogState(value.log, origin), watched: value.watched as string[] };
}

const WORDS: Readonly<Record<ConcernKind, string>> = {
  issued_for_owner: 'was issued for your wallet',
  issued_under_name: 'was issued under your name',
  look_alike: 'was issued under a name similar to yours',
  issued_for_digest: 'was issued for bytes that you monitor',
};

/** `undefined` for a payload that cannot be sealed. */
function hashOf(payload: Dict): string | undefined {
  try {
    return keccak256Hex(sealedBytes(payload));
  } catch {
    return undefined;
  }
}

/** Reads and proves the new leaves of a log, and reports those that concern the user. */
export function createMonitor({ http, reader, origin, interests, isFromNow = false, auditHashes }: Needs) {
  /** The sealed payload, or its problem. The log contains no names, so without the payload the product is unknown. */
  async function findPayload({ leaf, leafIndex }: LogEntry): Promise<Found> {
    const { certificateId, at, payloadHash } = leaf;
    const told = { leafIndex, certificateId, name: null, at };
    const answer = await http.ask(fillPath(ROUTES.readCertificate.path, { id: certificateId ?? '' }));
    if (answer.status >= 500 || answer.status === 429)
      throw new AssayError('unreachable', `The service returned ${answer.status} for certificate ${certificateId}.`);
    const payload = answer.status === 200 && isDict(answer.body) ? answer.body.payload : undefined;
    if (!isDict(payload))
      return {
        fault: {
          ...told,
          kind: 'payload_withheld',
          detail: `The service does not show the payload of ${certificateId}.`,
        },
      };
    if (payload.certificateId === certificateId && hashOf(payload) === payloadHash) return { payload };
    return {
      fault: {
        ...told,
        kind: 'payload_mismatch',
        detail: `The payload of ${certificateId} differs from the logged one.`,
      },
    };
  }

  async function checkIssued(entry: LogEntry, watched: Set<string>): Promise<MonitorFinding[]> {
    const found = await findPayload(entry);
    if ('fault' in found) return [found.fault];
    const { payload } = found;
    const { certificateId, at } = entry.leaf;
    const name = isText(payload.name) ? payload.name : null;
    const kinds = findConcerns(payload, interests);
    if (kinds.length > 0 && certificateId !== null) watched.add(certificateId);
    return kinds.map((kind) => ({
      kind,
      leafIndex: entry.leafIndex,
      certificateId,
      name,
      at,
      detail: `Certificate ${certificateId} (${name}) ${WORDS[kind]}.`,
    }));
  }

  function checkStatus({ leaf, leafIndex }: LogEntry, watched: ReadonlySet<string>): MonitorFinding[] {
    const { certificateId, status, statusReason, at } = leaf;
    if (certificateId === null || !(watched.has(certificateId) || interests.certificates.includes(certificateId)))
      return [];
    const because = statusReason === null ? '' : ` (${statusReason})`;
    const detail = `Certificate ${certificateId} is ${status} now${because}.`;
    return [{ kind: 'status_changed', leafIndex, certificateId, name: null, at, detail }];
  }

  function checkHead({ leaf, leafIndex }: LogEntry): MonitorFinding[] {
    const { payloadHash, at } = leaf;
    if (auditHashes === undefined || auditHashes.has((payloadHash ?? '').slice(2))) return [];
    const detail = `The audit head in leaf ${leafIndex} is not in the audit log.`;
    return [{ kind: 'unlogged_audit_head', leafIndex, certificateId: null, name: null, at, detail }];
  }

  async function checkEntry(entry: LogEntry, watched: Set<string>): Promise<MonitorFinding[]> {
    if (entry.leaf.type === 'AUDIT_HEAD') return checkHead(entry);
    if (entry.leaf.type === 'STATUS') return checkStatus(entry, watched);
    return isFromNow ? [] : checkIssued(entry, watched);
  }

  /** Reports only after the leaves are proven to belong to the signed tree. */
  return async (state: MonitorState): Promise<{ findings: MonitorFinding[]; state: MonitorState; leaves: number }> => {
    const watched = new Set(state.watched);
    const findings: MonitorFinding[] = [];
    const entries = reader.follow(state.log);
    let step = await entries.next();
    while (!step.done) {
      findings.push(...(await checkEntry(step.value, watched)));
      if (findings.length > MONITOR_LIMITS.findingsMax)
        throw new AssayError('bad_answer', `One run has more than ${MONITOR_LIMITS.findingsMax} findings.`);
      step = await entries.next();
    }
    const { checkpoint: _, ...log } = step.value;
    return { findings, state: { log: { ...log, origin }, watched: [...watched] }, leaves: log.size - state.log.size };
  };
}
