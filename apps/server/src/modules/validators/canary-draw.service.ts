import { type Canary, COUNCIL, drawPanel, pickCase, roll, SEATED_PHASES } from '@assay/economy/council';
import { keccak256Hex, newUuidV7, type RandomBytes, RoundId, type Track, uuidV7Time } from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import { type SeatRow, toSeat } from '../seats/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { HostedVote, PacksOf } from './calibration.service.ts';
import type { CaseRow } from './calibrations.store.ts';
import type { CanaryRoundRow } from './canary-rounds.store.ts';
import { type CanaryTask, type StoredTask, toCanaryKey } from './canary-task.ts';
import type { ExamineCase } from './case-examination.ts';
import type { GeneratedCases } from './generated-cases.service.ts';
import type { Candidate, ValidatorPool } from './validator-pool.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly stores: ValidatorTransaction;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly vote: HostedVote;
  readonly packsOf: PacksOf;
  readonly examine: ExamineCase;
  /** Generates cases for tracks without imported ones. */
  readonly bank: Pick<GeneratedCases, 'canaryFor'>;
  readonly pool: Pick<ValidatorPool, 'candidatesIn'>;
  /** The fee of a seat on a submission of these files. Without files, the fee for the base price. */
  readonly seatFeeOf: (track: Track, files: readonly BundleFile[]) => bigint;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Pick<Logger, 'warn'>;
};
type Panel = readonly Pick<Candidate, 'validatorId' | 'name' | 'family' | 'mode'>[];
/** The case and the seats that get it. */
type Drawn = { readonly known: CaseRow; readonly panel: Panel };
/** A started canary: hosted seats have voted, remote seats wait. */
export type DrawnCanary = { readonly round: CanaryRoundRow; readonly seats: readonly SeatRow[] };

/** After this many attempts the next case is used, because the case itself may be the cause. */
const ATTEMPTS_PER_CASE = 2;
/** Used while no other round has got this far. */
const FIRST_LEAD_MS = 10_000;
/** Enough to measure current durations. */
const RECENT_PANELS = 500;
const LEAD_SPREAD_MS = 1_000;
const UINT16_RANGE = 0x1_0000;
const COMMIT_MS = COUNCIL.windows.remote.commitSeconds * 1_000;

/**
 * Selects the case and the seats of a canary, and collects the votes of hosted seats. Stores nothing, because the
 * engine may need long.
 */
export function createCanaryDraw(deps: Deps) {
  const { stores, loadBundle, vote, packsOf, examine, bank, pool, seatFeeOf, random, clock, log } = deps;

  /** Undefined without a case of this kind, or without a remote seat that a generated case would measure. */
  async function draw(task: StoredTask, canary: Canary): Promise<DrawnCanary | undefined> {
    // Imported cases of a track replace generated ones, whose templates are public.
    const isImported = await stores.calibrations.hasImported(task.track);
    const drawn = isImported ? await drawImported(task, canary) : await drawGenerated(task, canary);
    if (drawn === undefined) return undefined;
    const { known, panel } = drawn;
    // The paid fee is not the displayed one. Without a fee, the base price counts.
    const seatFee = task.seatFee > 0n ? task.seatFee : seatFeeOf(task.track, []);
    const leadMs = await drawLeadMs(task);
    const files = await loadBundle(known.bundleId);
    const judge = await judgeFor(panel, known, files);
    const brief = panel.some(isRemote) ? await examine(known) : null;

    const drawnAt = clock.now();
    const roundId = newUuidV7(RoundId, drawnAt.getTime() - leadMs, random);
    const commitBy = new Date(drawnAt.getTime() + COMMIT_MS);
    const seats = panel.map(({ validatorId, name: validatorName, family, mode }): SeatRow => {
      const place = { origin: 'CANARY', roundId, phase: task.phase, caseId: known.id, commitBy } as const;
      const who = { validatorId, validatorName, family, mode };
      const seat = toSeat(
        { ...place, ...who, fee: seatFeeOf(task.track, files), brief: mode === 'REMOTE' ? brief : null },
        drawnAt,
        random,
      );
      return mode === 'REMOTE'
        ? seat
        : { ...seat, state: 'REVEALED', verdict: judge(validatorId, family), revealedAt: drawnAt };
    });
    const key = toCanaryKey(task);
    return { round: { id: roundId, key, caseId: known.id, seatFee, dueAt: commitBy, judgedAt: null }, seats };
  }

  /** Each hosted seat judges with its validator's rule packs, and without them if they fail on the case. */
  async function judgeFor(panel: Panel, { track, entryPath }: CaseRow, files: readonly BundleFile[]) {
    const plain = await vote({ track, files, entryPath });
    const judges = new Map<string, typeof plain>();
    for (const { validatorId, mode } of panel) {
      const packs = mode === 'HOSTED' ? await packsOf(validatorId) : [];
      if (packs.length === 0) continue;
      const judge = await vote({ track, files, entryPath, packs }).catch((error: unknown) => {
        log.warn({ err: error, validatorId }, 'running rule packs on a canary failed');
        return plain;
      });
      judges.set(validatorId, judge);
    }
    return (validatorId: string, family: string) => (judges.get(validatorId) ?? plain)(family);
  }

  /** Each canary gets its own case, so that no validator has seen it. */
  async function drawGenerated(task: StoredTask, { expected, kind }: Canary): Promise<Drawn | undefined> {
    if (kind !== 'plain') return undefined;
    const panel = drawPanelFrom(task, await candidatesFor(task));
    if (!panel.some(isRemote)) return undefined;
    const turn = Math.floor(task.attempts / ATTEMPTS_PER_CASE);
    const seed = keccak256Hex(new TextEncoder().encode(`${toCanaryKey(task)}/generated/${turn}`));
    const known = await bank.canaryFor({ track: task.track, expected }, seed);
    return known && { known, panel };
  }

  async function drawImported(task: StoredTask, canary: Canary): Promise<Drawn | undefined> {
    const retired = await stores.canaryRounds.listRetired();
    const known = await findImported(task, canary, retired);
    if (known === undefined) return undefined;
    const asked = await stores.seats.listAsked(known.id);
    // Only validators that cannot know the case: a remote validator receives a case at most once.
    const candidates = (await candidatesFor(task)).filter(({ validatorId, mode }) =>
      retired.has(known.id) ? mode === 'HOSTED' : !asked.has(validatorId),
    );
    return { known, panel: drawPanelFrom(task, candidates) };
  }

  /** A case that no remote validator has seen, if there is one. */
  async function findImported(
    { track, seed, phase, attempts }: StoredTask,
    canary: Canary,
    retired: ReadonlySet<string>,
  ): Promise<CaseRow | undefined> {
    const all = await stores.calibrations.listCases({ use: 'canary', track, origin: 'IMPORTED', ...canary });
    const fresh = all.filter(({ id }) => !retired.has(id));
    const cases = fresh.length > 0 ? fresh : all;
    let ids = cases.map(({ id }) => id);
    let picked = pickCase(seed, phase, ids);
    for (let failed = ATTEMPTS_PER_CASE; failed < attempts && ids.length > 1; failed += ATTEMPTS_PER_CASE) {
      ids = ids.filter((id) => id !== picked);
      picked = pickCase(seed, phase, ids);
    }
    return cases.find(({ id }) => id === picked);
  }

  const candidatesFor = ({ track }: StoredTask): Promise<Candidate[]> =>
    pool.candidatesIn(stores, { tracks: [track], owner: 'canary', ownerWallet: null });

  /** An ordinary panel, drawn independently of the panel that the case accompanies. */
  function drawPanelFrom({ seed, phase }: CanaryTask, candidates: readonly Candidate[]): Panel {
    const ownSeed = keccak256Hex(new TextEncoder().encode(`${seed}/canary`));
    const { seats } = drawPanel({ seed: ownSeed, phase, candidates, taken: new Set(), isCanary: true });
    return seats.flatMap(({ validatorId }) => candidates.find((one) => one.validatorId === validatorId) ?? []);
  }

  /**
   * Ids contain their time, and the times of ended rounds are public. So this round predates its seats by about as much
   * as some recent round did, but never by exactly as much, and not like the round it accompanies.
   */
  async function drawLeadMs(task: CanaryTask): Promise<number> {
    const { seed, phase } = task;
    const recent = await stores.seats.listNewestPanels(RECENT_PANELS);
    const leads = recent
      .filter((seat) => seat.phase === phase && seat.roundId !== task.roundId)
      .map(({ id, roundId }) => uuidV7Time(id) - uuidV7Time(roundId));
    const usualMs = FIRST_LEAD_MS * (1 + SEATED_PHASES.indexOf(phase));
    const leadMs = leads[Math.floor(roll(seed, `${phase}/canary/lead`) * leads.length)] ?? usualMs;
    return leadMs + Math.floor((Buffer.from(random(2)).readUInt16BE() / UINT16_RANGE) * LEAD_SPREAD_MS);
  }

  return { draw };
}
const isRemote = ({ mode }: Panel[number]): boolean => mode === 'REMOTE';

export type CanaryDraw = ReturnType<typeof createCanaryDraw>;
