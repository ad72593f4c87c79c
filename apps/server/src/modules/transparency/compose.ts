/** Wires the transparency log: its publisher, its witnesses, and its proofs. */
import { routes as declared, fillPath, type Mounts, mountPath, type RandomBytes } from '@assay/protocol';
import type { Database } from '../../platform/db/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { supportStores } from '../support/index.ts';
import { transparencyStores } from './index.ts';
import type { AskWitness, CheckpointMemory } from './log.port.ts';
import { createLog } from './log.service.ts';
import { logSigner } from './log-key.ts';
import { createOrigins } from './origins.service.ts';
import { createProofBundles } from './proof-bundles.service.ts';
import { PUBLISH_SCHEDULE } from './publish-schedule.ts';
import { createPublisher, type LogTransaction } from './publisher.service.ts';
import { createStatusLists } from './status-lists.service.ts';
import { createStatusTokens } from './status-tokens.service.ts';
import { bindTransparencyRoutes } from './transparency.routes.ts';
import { createVerificationSummaries } from './verification-summary.ts';
import { createWitnesses, type Witness } from './witnesses.service.ts';

type Place = { readonly baseUrl: string; readonly mounts: Mounts };
type Needs = {
  readonly place: Place;
  /** The configured origin, if any. */
  readonly origin: string | undefined;
  readonly witnesses: readonly Witness[];
  readonly askWitness: AskWitness;
  readonly memory: CheckpointMemory;
  readonly holder: string;
  /** Anchors a root in the registry, if there is one. */
  readonly anchorRoot: (root: `0x${string}`, size: number) => Promise<void>;
};

const LOG_NOTICE = 'log';

const prefixOf = ({ baseUrl, mounts }: Place): string => baseUrl + mountPath(declared.readLog.path, mounts);
/** The origin that tlog-tiles suggests: the log's URL without its scheme. */
const suggestedOrigin = (place: Place): string => prefixOf(place).replace(/^https?:\/\//, '');

export function composeTransparency(platform: PlatformServices<LogTransaction>, needs: Needs) {
  const { stores, inTransaction, bus, metrics, deriveKey, clock, log: logger } = platform;
  const { place, memory, holder, anchorRoot } = needs;
  const store = stores.transparency;
  const origins = createOrigins({ store, memory, configured: needs.origin, suggested: suggestedOrigin(place), clock });
  const witnesses = createWitnesses({ witnesses: needs.witnesses, ask: needs.askWitness, log: logger });
  const signer = logSigner(deriveKey);
  const publisher = createPublisher({
    store,
    inTransaction,
    origins,
    memory,
    witnesses,
    signer,
    holder,
    clock,
    log: logger,
  });
  const log = createLog({ store, origins, witnesses, keyOf: publisher.keyOf, prefix: prefixOf(place) });
  const loop = createWorkLoop({
    name: 'transparency log',
    work: publisher.work,
    everyMs: PUBLISH_SCHEDULE.lookEveryMs,
    gatherMs: PUBLISH_SCHEDULE.gatherMs,
    log: logger,
  });
  metrics.gauge('assay_log_signs', 'Whether the transparency log signs', () =>
    Number(publisher.haltedBecause() === null),
  );

  async function anchor(): Promise<void> {
    const origin = await origins.find();
    const published = origin && (await store.newestCheckpoint(origin.origin));
    if (published !== undefined) await anchorRoot(`0x${published.root.toString('hex')}`, published.size);
  }

  return {
    log,
    publisher,
    signer,
    health: () => {
      const detail = publisher.haltedBecause();
      return { ok: detail === null, latencyMs: null, detail };
    },
    loops: [loop],
    /** Called only in a worker; other processes only read. */
    start: () => void bus.on(LOG_NOTICE, loop.wake),
    stop: publisher.release,
    repeating: [{ name: 'log.anchor', everyMinutes: 60, run: anchor }],
  };
}
type Composed = ReturnType<typeof composeTransparency>;

type Readers = Pick<
  Parameters<typeof createProofBundles>[0],
  'findSealed' | 'findAnchor' | 'readTrustRoot' | 'quorum'
> &
  Pick<Parameters<typeof createStatusTokens>[0], 'findStanding' | 'getSigner'> &
  Pick<Parameters<typeof createVerificationSummaries>[0], 'findRecord'> & { readonly place: Place };

/** Proofs of certificates. `readers` come from modules that know certificates. */
export function composeTransparencyRoutes(
  platform: PlatformServices<LogTransaction>,
  { log }: Composed,
  { place, findSealed, findAnchor, readTrustRoot, quorum, findStanding, getSigner, findRecord }: Readers,
) {
  const { stores, urlOf, clock } = platform;
  const store = stores.transparency;
  const issuerUrl = place.baseUrl;
  const statusToken = createStatusTokens({ findStanding, getSigner, issuerUrl, clock });
  const listUrl = (purpose: string, list: number) =>
    place.baseUrl + fillPath(mountPath(declared.readStatusList.path, place.mounts), { purpose, list: String(list) });
  const statementUrlOf = (id: string) => urlOf(declared.readStatement, id);
  return bindTransparencyRoutes({
    log,
    statusToken,
    statusList: createStatusLists({ store, getSigner, issuerUrl, urlOf: listUrl, clock }),
    proofBundle: createProofBundles({ store, log, findSealed, findAnchor, statusToken, readTrustRoot, quorum, clock }),
    verificationSummary: createVerificationSummaries({
      findRecord,
      findSealed,
      statementUrlOf,
      getSigner,
      issuerUrl,
      clock,
    }),
  });
}

type Beside = {
  readonly place: Place;
  readonly memory: CheckpointMemory;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** For the command line: after an incident, the log continues under a new origin, with an operator's reason. */
export async function reopenLog(db: Database, [origin, reason]: readonly [string, string], needs: Beside) {
  const { place, memory, random, clock } = needs;
  return db.transaction(async (handle) => {
    const store = transparencyStores(handle).transparency;
    const origins = createOrigins({ store, memory, configured: undefined, suggested: suggestedOrigin(place), clock });
    const row = await origins.reopen(origin, reason);
    const detail = { reason, closedAtCheckpoint: row.closedAtCheckpoint };
    const act = { actor: 'operator', action: 'log.reopen', subjectType: 'log', subjectId: origin, detail };
    await supportStores(handle, random).operatorQueue.log({ ...act, requestId: null }, clock.now());
    return row;
  });
}
