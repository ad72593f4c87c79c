import type { SlashingCode } from '@assay/economy/council';
import type { Track, VerdictValue } from '@assay/protocol';
import type { CertificateTransaction } from '../certificates/index.ts';
import type { SubmissionTransaction } from '../submissions/index.ts';
import type { PanelStore } from './panels.store.ts';
import type { RoundStore } from './rounds.store.ts';
import type { Sitter } from './sitter.ts';

/** What changes together: the stores of one transaction. A round ends in a certificate or a rejection, and in pay. */
export type CouncilTransaction = SubmissionTransaction &
  CertificateTransaction & {
    readonly rounds: RoundStore;
    readonly panels: PanelStore;
    readonly bench: Bench;
    readonly reviews: ReviewQueue;
  };
export type InTransaction = <T>(work: (tx: CouncilTransaction) => Promise<T>) => Promise<T>;

/** Has a worker look at submissions once the transaction is committed. */
export type ReviewQueue = {
  queue(submissionId: string): Promise<void>;
  queueAll(submissionIds: readonly string[]): Promise<void>;
};

/** The validators, as the council needs them. */
export type Bench = {
  /** Everybody licensed for the track who is not tied to the owner. */
  candidates(question: {
    readonly track: Track;
    readonly owner: string;
    readonly ownerWallet: string | null;
  }): Promise<readonly Sitter[]>;
  slash(act: { readonly validatorId: string; readonly code: SlashingCode; readonly seatId: string }): Promise<void>;
  /** Pays for a decided round. Asked twice, it pays once. */
  settle(round: SettledRound): Promise<void>;
};

export type SettledRound = {
  readonly id: string;
  readonly submissionId: string;
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
};
