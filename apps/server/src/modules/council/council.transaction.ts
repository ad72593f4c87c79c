import type { SlashingCode } from '@assay/economy/council';
import type { CertificateId, FlagSeverity, Hash32, Track, VerdictValue } from '@assay/protocol';
import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { CertificateTransaction } from '../certificates/index.ts';
import type { SubmissionTransaction } from '../submissions/index.ts';
import type { CouncilEvent } from './council.published.ts';
import type { PanelStore } from './panels.store.ts';
import type { RoundStore } from './rounds.store.ts';
import type { Sitter } from './sitter.ts';

/** What changes together: the stores of one transaction. A round ends in a certificate or a rejection, and in pay. */
export type CouncilTransaction = SubmissionTransaction &
  CertificateTransaction & {
    readonly rounds: RoundStore;
    readonly panels: PanelStore;
    readonly bench: Bench;
    readonly jobs: TransactionJobs;
    readonly publish: (event: CouncilEvent) => Promise<void>;
  };
export type InTransaction = <T>(work: (tx: CouncilTransaction) => Promise<T>) => Promise<T>;

/** The validators, as the council needs them. */
export type Bench = {
  /** Everybody licensed for the track who is not tied to the owner. */
  candidates(question: {
    readonly track: Track;
    readonly owner: string;
    readonly ownerWallet: string | null;
  }): Promise<readonly Sitter[]>;
  /** Those who had voted SAFE in that round pay for a confirmed flag; those who had not share in it. */
  confirmFlag(flag: ConfirmedFlag): Promise<void>;
  slash(act: { readonly validatorId: string; readonly code: SlashingCode; readonly seatId: string }): Promise<void>;
  /** Pays for a decided round. Asked twice, it pays once. Gives the seats that spoke and were not settled before. */
  settle(round: SettledRound): Promise<ReadonlySet<string>>;
};

export type ConfirmedFlag = {
  readonly flagId: string;
  readonly certificateId: CertificateId;
  readonly roundId: string;
  readonly severity: FlagSeverity;
  readonly track: Track;
};

export type SettledRound = {
  readonly id: string;
  readonly submissionId: string;
  /** What its panels were drawn by; null when a person decided before any was drawn. */
  readonly seed: Hash32 | null;
  readonly decision: VerdictValue;
  readonly seats: readonly SettledSeat[];
};
export type SettledSeat = {
  readonly id: string;
  readonly panelId: string;
  readonly validatorId: string;
  /** Null for a seat that stayed silent. */
  readonly verdict: VerdictValue | null;
  /** Fingerprints of what it reported. */
  readonly findingIds: readonly string[];
  /** The sandbox has seen something of it happen. */
  readonly hasReproduced: boolean;
};
