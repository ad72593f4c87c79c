import type { AuditPool } from '@assay/audit/node';
import type { Logger } from '../../platform/log/index.ts';
import { equippedIn } from '../plugins/index.ts';
import { isConfirmed, type SeatRow, withPacks } from '../seats/index.ts';
import { type BundleFile, type SealedSubmission, toEngineBundle } from '../submissions/index.ts';
import type { SeatRun } from './council.tables.ts';
import type { CouncilTransaction, InTransaction } from './council.transaction.ts';
import type { CouncilReport } from './reports.ts';
import type { SeatPacksRow } from './seat-packs.store.ts';

type SealedBundle = Pick<SealedSubmission, 'input'> & { readonly files: readonly BundleFile[] };
type Deps = {
  readonly inTransaction: InTransaction;
  readonly audit: AuditPool['audit'];
  readonly clock: { now(): Date };
  readonly log: Logger;
};
/** The report as each seat of a round sees it. */
export type Views = { reportFor(seat: Pick<SeatRow, 'id'>, report: CouncilReport): CouncilReport };

const TITLE_CHARACTERS_MAX = 120;

/** The rule packs of hosted seats: fixed at the draw, run once, outside any transaction. */
export function createSeatPacks({ inTransaction, audit, clock, log }: Deps) {
  /** Records the packs that a seat has equipped now. A later change applies only to later seats. */
  async function equipIn(tx: CouncilTransaction, seats: readonly SeatRow[]): Promise<void> {
    const hosted = seats.filter(({ mode }) => mode === 'HOSTED');
    const validators = await tx.validators.listByIds(hosted.map(({ validatorId }) => validatorId));
    const actorOf = new Map(validators.filter(({ builtIn }) => !builtIn).map(({ id, actorId }) => [id, actorId]));
    if (actorOf.size === 0) return;
    const equipped = await equippedIn(tx, [...actorOf.values()]);
    const rows = hosted.flatMap(({ id, roundId, panelId, validatorId }): SeatPacksRow[] => {
      const packs = equipped.get(actorOf.get(validatorId) ?? '') ?? [];
      if (packs.length === 0 || panelId === null) return [];
      return [{ seatId: id, roundId, panelId, packs, runs: null, ranAt: null }];
    });
    await tx.seatPacks.insertAll(rows);
  }

  /** Runs the packs that have not run yet. If they fail on a bundle that the engine has reviewed, the review continues without them. */
  async function run(roundId: string, bundle: () => Promise<SealedBundle>): Promise<void> {
    const rows = await inTransaction((tx) => tx.seatPacks.listOfRound(roundId));
    const waiting = rows.filter(({ runs }) => runs === null);
    if (waiting.length === 0) return;
    const packs = [
      ...new Map(waiting.flatMap((row) => row.packs).map((pack) => [`${pack.id} ${pack.digest}`, pack])).values(),
    ];
    const { input, files } = await bundle();
    const plugins = packs.map(({ id, digest, text }) => ({ id, digest, text }));
    const ran = await audit(toEngineBundle(input, files), { isSandboxed: false, isPatient: true, plugins }).catch(
      (error: unknown) => {
        log.warn({ err: error, roundId }, 'running rule packs on a bundle failed');
        return { packs: [] };
      },
    );
    const runs = new Map(ran.packs.map((one) => [`${one.id} ${one.digest}`, one]));
    await inTransaction(async (tx) => {
      for (const row of waiting) {
        const own = row.packs.map((pack): SeatRun => {
          const { id: packId, pluginId, authorActorId, pluginName } = pack;
          const done = runs.get(`${pack.id} ${pack.digest}`);
          const findings = (done?.findings ?? []).map((finding) => ({
            ...finding,
            title: `${pluginName}: ${finding.title}`.slice(0, TITLE_CHARACTERS_MAX),
          }));
          return { packId, pluginId, authorActorId, isDropped: done?.isDropped ?? true, findings };
        });
        await tx.seatPacks.recordRuns(row.seatId, own, clock.now());
      }
    });
  }

  return { equipIn, run };
}
export type SeatPacks = ReturnType<typeof createSeatPacks>;

/** A seat sees the findings of its own packs, and confirmed findings of packs of earlier panels. */
export function viewsOf(rows: readonly SeatPacksRow[], panelId: string): Views {
  if (rows.length === 0) return { reportFor: (_, report) => report };
  return {
    reportFor(seat, report) {
      const own = rows.filter(({ seatId }) => seatId === seat.id).flatMap(findingsOf);
      const earlier = rows.filter((row) => row.panelId !== panelId).flatMap(findingsOf);
      return withPacks(report, [...own, ...earlier.filter((finding) => isConfirmed(finding, report))]);
    },
  };
}

const findingsOf = ({ runs }: SeatPacksRow) => (runs ?? []).flatMap(({ findings }) => findings);

/** Whether the engine or a reader confirms a finding of a pack. Such a finding counts as blocking. */
export const hasConfirmed = (rows: readonly SeatPacksRow[], report: CouncilReport): boolean =>
  rows.flatMap(findingsOf).some((finding) => isConfirmed(finding, report));

/** Authors whose rules caused a rejection: confirmed by another source, or decisive. */
export function authorsOf(
  rows: readonly SeatPacksRow[],
  unsafeSeats: ReadonlySet<string>,
  report: CouncilReport,
): string[] {
  const isNeeded = report.blocking.length === 0;
  const authors = rows
    .filter(({ seatId }) => unsafeSeats.has(seatId))
    .flatMap(({ runs }) => runs ?? [])
    .filter(({ findings }) => findings.some((one) => one.severity === 'HIGH' && (isNeeded || isConfirmed(one, report))))
    .map(({ authorActorId }) => authorActorId);
  return [...new Set(authors)].sort();
}
