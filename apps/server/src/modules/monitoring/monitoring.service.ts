import type { LiveStatus } from '@assay/protocol';
import type { Certificates } from '../certificates/index.ts';
import type { Openings } from '../council/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import type { EndpointCheck } from './endpoint.check.ts';
import {
  type CheckResult,
  findWorsened,
  isReplaced,
  MONITORING,
  mergeChecks,
  nextCheckAt,
  stateOf,
  toEndpointCheck,
  toReplayCheck,
  toSourceChecks,
} from './monitoring.policy.ts';
import type { InTransaction, MonitoringTransaction } from './monitoring.transaction.ts';
import type { MonitoringRow, MonitoringStore } from './monitorings.store.ts';
import { reviewAgainIn } from './re-review.ts';
import type { ReplayCheck, ReplaySeen } from './replay.check.ts';
import { type SourceCheck, toSourced } from './source.check.ts';
import type { ToolsCheck } from './tools.check.ts';

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;
type Deps = {
  readonly store: MonitoringStore;
  readonly certificates: Pick<Certificates, 'newEvent'>;
  /** The certified bytes; undefined if this service does not store them. */
  readonly findBundle: (certificateId: string) => Promise<SealedBundle | undefined>;
  readonly checks: {
    readonly source: SourceCheck;
    readonly endpoints: EndpointCheck;
    readonly replay: ReplayCheck;
    readonly tools: ToolsCheck;
  };
  /** The digest of the current rules, and of the rules of a submission's last decided round. */
  readonly rulesets: { current(): Promise<string>; ofLastRound(submissionId: string): Promise<string | undefined> };
  readonly openings: Pick<Openings, 'reAuditIn'>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};
type Seen = {
  readonly results: readonly CheckResult[];
  readonly replay: ReplaySeen | undefined;
  /** `undefined` if the source could not be read or there is none. */
  readonly newerCommit: string | null | undefined;
  /** The reason for a re-audit; undefined if none is necessary. */
  readonly cause: string | undefined;
};

/** Another worker takes over a check that takes longer. */
const LEASE_MS = 5 * 60_000;
/** Checks per run. With one run per second, they leave capacity for requests. */
const BATCH = 10;
const UNWATCHED_BATCH = 5_000;
const REPLAY_BLOCKS = 'The current rules would not certify these bytes.';
const OTHER_CODE = 'There is different code at the certified address.';
const NOTHING: Seen = { results: [], replay: undefined, newerCommit: undefined, cause: undefined };

/** Monitors certified products: whether the source is available, unchanged and current, and what the current rules find. */
export function createMonitoring(deps: Deps) {
  const { store, certificates, findBundle, checks, rulesets, openings, inTransaction, clock } = deps;

  /** Schedules unmonitored certificates; returns their number. */
  const watch = (): Promise<number> => store.watch(clock.now(), MONITORING, UNWATCHED_BATCH);

  /** Checks one batch of due certificates; returns its size. */
  async function work(): Promise<number> {
    const now = clock.now();
    const due = await store.takeDue(now, new Date(now.getTime() + LEASE_MS), BATCH);
    await Promise.all(due.map(check));
    return due.length;
  }

  async function check(row: MonitoringRow): Promise<void> {
    const bundle = await findBundle(row.certificateId);
    const seen = bundle === undefined ? NOTHING : await checkProduct(row, bundle);
    await inTransaction((tx) => recordIn(tx, row, seen, bundle));
  }

  async function checkProduct(row: MonitoringRow, bundle: SealedBundle): Promise<Seen> {
    const { mayProbe, manifest } = bundle.input;
    const source = await checks.source(toSourced(bundle));
    const isProbed = mayProbe && manifest.declaredEndpoints.length > 0;
    const endpoints = isProbed ? await checks.endpoints(manifest.declaredEndpoints) : undefined;
    const replay = (await isReplayDue(row, bundle.submission.id)) ? await checks.replay(bundle) : undefined;
    const newerCommit = source.kind === 'same' ? source.newerCommit : undefined;
    const tools = newerCommit == null ? undefined : await checks.tools(bundle, newerCommit);
    return {
      results: [...toSourceChecks(source, tools), toEndpointCheck(endpoints), toReplayCheck(replay)],
      replay,
      newerCommit,
      cause: isReplaced(source) ? OTHER_CODE : isBlockedBy(replay) ? REPLAY_BLOCKS : undefined,
    };
  }

  async function isReplayDue({ replayedWith }: MonitoringRow, submissionId: string): Promise<boolean> {
    const current = await rulesets.current();
    return current !== replayedWith && current !== (await rulesets.ofLastRound(submissionId));
  }

  async function recordIn(
    tx: MonitoringTransaction,
    row: MonitoringRow,
    { results, replay, newerCommit, cause: reason }: Seen,
    bundle: SealedBundle | undefined,
  ): Promise<void> {
    const now = clock.now();
    const merged = mergeChecks(row.checks, results, now);
    const next: MonitoringRow = {
      certificateId: row.certificateId,
      checks: merged,
      // Blocked bytes are replayed until a round has decided about them, because a round can break off.
      replayedWith: replay?.kind === 'reviewed' && !isBlockedBy(replay) ? replay.rulesetDigest : row.replayedWith,
      nextCheckAt: nextCheckAt(row.certificateId, now),
      lastCheckedAt: now,
    };
    if (!(await tx.monitorings.record(next, row.nextCheckAt))) return;
    if (newerCommit !== undefined) await tx.sourceNews.note(row.certificateId, newerCommit, now);
    for (const { kind, result, detail } of findWorsened(row.checks, merged)) {
      const data = { kind, result, detail };
      await tx.events.add(certificates.newEvent('monitoring.warning', row.certificateId, data, now));
    }
    // Only a round can suspend the certificate. Monitoring starts one here.
    if (reason !== undefined && bundle !== undefined) {
      const cause = { certificateId: row.certificateId, submissionId: bundle.submission.id, reason };
      await reviewAgainIn(tx, openings, cause);
    }
  }

  /** The monitoring part of live-status. */
  async function read(certificateId: string, isSourced: boolean): Promise<LiveStatus['monitoring']> {
    const row = await store.find(certificateId);
    if (row === undefined || row.lastCheckedAt === null) {
      const nextAt = row?.nextCheckAt.toISOString() ?? null;
      return {
        state: isSourced ? 'SCHEDULED' : 'NOT_APPLICABLE',
        lastCheckedAt: null,
        nextCheckAt: nextAt,
        checks: [],
      };
    }
    const { checks: shown, lastCheckedAt, nextCheckAt: nextAt } = row;
    return {
      state: stateOf(shown),
      lastCheckedAt: lastCheckedAt.toISOString(),
      nextCheckAt: nextAt.toISOString(),
      checks: shown,
    };
  }

  return { watch, work, read };
}
const isBlockedBy = (replay: ReplaySeen | undefined): boolean => replay?.kind === 'reviewed' && replay.isBlocked;

export type Monitoring = ReturnType<typeof createMonitoring>;
