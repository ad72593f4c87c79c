/** Wires the demonstration: it drives the services like any other caller. */
import type { PlatformServices } from '../../platform/services.ts';
import type { SubmissionTransaction } from '../submissions/index.ts';
import { createDemonstration } from './demonstration.ts';

type Tx = SubmissionTransaction;
type Driven = Omit<Parameters<typeof createDemonstration>[0], 'inTransaction' | 'bus' | 'log' | 'submissions'>;

export const composeDemonstration = ({ stores, inTransaction, bus, log }: PlatformServices<Tx>, driven: Driven) =>
  createDemonstration({ ...driven, submissions: stores.submissions, inTransaction, bus, log });
