import { fillPath } from '@assay/protocol/route';
import { type Http, type HttpAnswer, toProblem } from './http.ts';
import type { Prover } from './prover.ts';
import { AssayError, type Reason, reason } from './reasons.ts';
import { checkRecord, type VerifyRecord } from './record.ts';
import * as ROUTES from './routes.generated.ts';
import { findReplaced, findStatusChange, type SeenStore, toSeen } from './seen.ts';
import { isCertificateId } from './shape.ts';

export const VERIFY_LIMITS = {
  /** How long an answer may be reused. Short, because a cached answer may be outdated. */
  cacheMs: 10_000,
  cacheEntries: 1_000,
  /** An answer that an intermediate cache kept longer than this is not the live state. */
  ageSecondsMax: 60,
} as const;

/**
 * `valid` is the only member needed for go or no-go. `refused`: the service said no, or sealed facts do not match.
 * `undecidable`: there is no reliable answer. Both mean *do not run it*.
 */
export type Verification = {
  readonly outcome: 'valid' | 'refused' | 'undecidable';
  readonly valid: boolean;
  readonly reasons: readonly Reason[];
  /** Shown to users even when valid. */
  readonly warnings: readonly Reason[];
  readonly record: VerifyRecord | null;
};

export const refused = (reasons: readonly Reason[], record: VerifyRecord | null = null): Verification => ({
  outcome: 'refused',
  valid: false,
  reasons,
  warnings: [],
  record,
});
export const undecidable = (...reasons: readonly Reason[]): Verification => ({
  outcome: 'undecidable',
  valid: false,
  reasons,
  warnings: [],
  record: null,
});

/** Codes that are refusals, as opposed to missing answers. */
const REFUSALS: ReadonlySet<string> = new Set([
  'not_found',
  'not_valid',
  'certificate_replaced',
  'wrong_digest',
  'status_token',
  'statement_mismatch',
]);

/** Converts an error into a verdict: no answer can make verify throw. */
export function toFailure(error: unknown): Verification {
  if (!(error instanceof AssayError)) throw error;
  return REFUSALS.has(error.code) ? refused([error.reason]) : undecidable(error.reason);
}

export type Verifier = ReturnType<typeof createVerifier>;
type VerifierNeeds = {
  readonly http: Http;
  readonly seen: SeenStore;
  /** With trusted keys, an approved record counts only as far as they confirm it. */
  readonly prover: Prover | undefined;
  readonly now: () => number;
  readonly cacheMs: number;
};

export function createVerifier({ http, seen, prover, now, cacheMs }: VerifierNeeds) {
  const kept = new Map<string, { readonly at: number; readonly answer: Verification }>();
  const running = new Map<string, Promise<Verification>>();

  /** Converts a well-formed record into a verdict, checked against trusted keys and the first verification. */
  async function conclude(given: VerifyRecord): Promise<Verification> {
    const known = await seen.get(given.certificateId);
    const replaced = known && findReplaced(known, given);
    if (replaced) return refused([replaced], given);
    const isProvable = prover !== undefined && given.status === 'APPROVED';
    const record = isProvable ? await prover.prove(given) : given;
    // An unverified answer must not block the real certificate later.
    if (!known && (isProvable || prover === undefined)) await seen.set(record.certificateId, toSeen(record, now()));
    const changed = known && findStatusChange(known, record);
    const warnings = changed ? [changed] : [];
    if (record.activeFlagCount > 0) warnings.push(reason('flagged', `Open flags: ${record.activeFlagCount}.`));
    if (record.valid !== true) return { ...refused([reason('not_valid', record.summary)], record), warnings };
    return { outcome: 'valid', valid: true, reasons: [], warnings, record };
  }

  async function read(body: unknown, expectedId: string | undefined): Promise<Verification> {
    const { record, reasons } = checkRecord(body, expectedId, now());
    return record === null ? undecidable(...reasons) : conclude(record).catch(toFailure);
  }

  async function ask(id: string): Promise<Verification> {
    try {
      const answer = await http.ask(fillPath(ROUTES.verifyCertificate.path, { id }));
      if (answer.status !== 200) throw toProblem(answer);
      return isStale(answer)
        ? undecidable(reason('stale_answer', 'The response comes from a cache and is too old.'))
        : await read(answer.body, id);
    } catch (error) {
      return toFailure(error);
    }
  }

  function keep(id: string, answer: Verification): void {
    kept.delete(id);
    if (!answer.valid) return;
    const [oldest] = kept.keys();
    if (kept.size >= VERIFY_LIMITS.cacheEntries && oldest !== undefined) kept.delete(oldest);
    kept.set(id, { at: now(), answer });
  }

  async function askAndKeep(id: string): Promise<Verification> {
    try {
      const answer = await ask(id);
      if (running.has(id)) keep(id, answer); // not if it was forgotten in the meantime
      return answer;
    } finally {
      running.delete(id);
    }
  }

  return {
    read,
    /** Never throws for errors of the service or the network. */
    async verify(id: string, options: { readonly isFresh?: boolean } = {}): Promise<Verification> {
      if (!isCertificateId(id)) return refused([reason('not_found', 'This is not a certificate id.')]);
      const found = kept.get(id);
      const ageMs = found ? now() - found.at : Number.NaN;
      if (found && !options.isFresh && ageMs >= 0 && ageMs < cacheMs) return found.answer;
      const asked = running.get(id);
      if (asked) return asked;
      const asking = askAndKeep(id);
      running.set(id, asking);
      return asking;
    },
    /** Drops the cached answer. Answers in flight are not cached either. */
    forget(id?: string): void {
      if (id === undefined) {
        kept.clear();
        running.clear();
      } else {
        kept.delete(id);
        running.delete(id);
      }
    },
  };
}

function isStale({ headers }: HttpAnswer): boolean {
  const age = headers.get('age');
  return age !== null && !(/^\d{1,9}$/.test(age) && Number(age) <= VERIFY_LIMITS.ageSecondsMax);
}
