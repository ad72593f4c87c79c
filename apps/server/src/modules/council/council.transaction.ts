import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { CertificateTransaction } from '../certificates/index.ts';
import type { PluginStore } from '../plugins/index.ts';
import type { SeatStore } from '../seats/index.ts';
import type { SubmissionTransaction } from '../submissions/index.ts';
import type { ValidatorTransaction } from '../validators/index.ts';
import type { CouncilEvent } from './council.published.ts';
import type { PanelStore } from './panels.store.ts';
import type { RoundStore } from './rounds.store.ts';
import type { SeatPackStore } from './seat-packs.store.ts';

/** The stores of one transaction. A round ends in a certificate or a rejection, and in payments. */
export type CouncilTransaction = SubmissionTransaction &
  CertificateTransaction &
  ValidatorTransaction & {
    readonly rounds: RoundStore;
    readonly panels: PanelStore;
    readonly seatPacks: SeatPackStore;
    readonly plugins: Pick<PluginStore, 'listEquipped'>;
    readonly seats: SeatStore;
    readonly jobs: TransactionJobs;
    readonly publish: (event: CouncilEvent) => Promise<void>;
  };
export type InTransaction = <T>(work: (tx: CouncilTransaction) => Promise<T>) => Promise<T>;
