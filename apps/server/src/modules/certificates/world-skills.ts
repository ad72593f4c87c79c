import type { VerifyRecord } from '@assay/protocol';
import type { PublishedRow } from '../../platform/events/index.ts';
import { type NewsTx, tellWorldAllIn } from '../world/index.ts';
import type { CertificateStore, CurrentRow } from './certificates.store.ts';

type Tx = NewsTx & { readonly certificates: Pick<CertificateStore, 'findCurrent' | 'listIds'> };
type Deps = { readonly toRecord: (row: CurrentRow) => VerifyRecord; readonly clock: { now(): Date } };

const BATCH = 256;

/** Businesses of the world work with certified skills: it is told which are valid, as soon as that changes. What one costs is the marketplace's to tell. */
export function createWorldSkills({ toRecord, clock }: Deps) {
  async function tellIn(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const at = clock.now();
    const news = (await tx.certificates.findCurrent(ids)).map((row) => {
      const { skillName: name, valid: isValid, securityLevel } = toRecord(row);
      const input = { kind: 'certificate.set', certificateId: row.sealed.id, name, isValid, securityLevel } as const;
      return { input, at };
    });
    await tellWorldAllIn(tx, news);
  }

  return {
    follow: (tx: Tx, { published }: { readonly published: readonly PublishedRow[] }): Promise<void> => {
      const touched = published.filter(({ subjectType }) => subjectType === 'certificate');
      return tellIn(tx, [...new Set(touched.map(({ subjectId }) => subjectId))]);
    },
    /** A new world hears of all that there are. */
    async introduce(tx: Tx): Promise<void> {
      const ids = await tx.certificates.listIds();
      for (let at = 0; at < ids.length; at += BATCH) await tellIn(tx, ids.slice(at, at + BATCH));
    },
  };
}
