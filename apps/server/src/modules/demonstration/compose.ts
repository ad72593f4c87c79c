/** Wires the demonstration: it drives the services like any other caller. */
import type { PlatformServices } from '../../platform/services.ts';
import type { SubmissionTransaction } from '../submissions/index.ts';
import { demonstrationStore } from './demonstration.store.ts';
import { createDemonstration } from './demonstration.ts';

type Tx = SubmissionTransaction;
type Own = 'inTransaction' | 'bus' | 'log' | 'submissions' | 'presence';
type Driven = Omit<Parameters<typeof createDemonstration>[0], Own>;

export const composeDemonstration = (platform: PlatformServices<Tx>, driven: Driven) => {
  const { db, stores, inTransaction, bus, log } = platform;
  const presence = demonstrationStore(db);
  return createDemonstration({ ...driven, submissions: stores.submissions, presence, inTransaction, bus, log });
};
