/** Wires the evidence of this installation. */
import { evidenceRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import { keepFor } from '../../platform/kept-figures.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { createEvidence } from './evidence.service.ts';
import { evidenceStore } from './evidence.store.ts';

type Needs = Pick<Parameters<typeof createEvidence>[0], 'readStats' | 'readAbuse'>;

/** The queries count whole tables, so their result is cached for this time. */
const EVIDENCE_LIFE_MS = 30_000;
/** Each run is due this long after the previous one ended, so a period of a minute would miss minutes. */
const MARK_EVERY_MINUTES = 0.5;

export function composeEvidence({ db, clock }: PlatformServices<unknown>, needs: Needs) {
  const evidence = createEvidence({ ...needs, store: evidenceStore(db), clock });
  const read = keepFor(EVIDENCE_LIFE_MS, clock, evidence.read);
  return {
    routes: bindRoutes(evidenceRoutes, { readEvidence: () => read() }),
    repeating: [{ name: 'evidence.mark-minute', everyMinutes: MARK_EVERY_MINUTES, run: evidence.markMinute }],
  };
}
