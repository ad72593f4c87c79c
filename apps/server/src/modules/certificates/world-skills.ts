import type { VerifyRecord } from '@assay/protocol';
import type { PublishedRow } from '../../platform/events/index.ts';
import { queueWorldInputsIn, type WorldInputTx } from '../world/index.ts';
import type { CertificateStore, CurrentRow } from './certificates.store.ts';
import type { WorldSkillStore } from './world-skills.store.ts';

type Tx = WorldInputTx & {
  readonly certificates: Pick<CertificateStore, 'findCurrent' | 'lockState'>;
  readonly worldSkills: WorldSkillStore;
};
type Deps = { readonly toRecord: (row: CurrentRow) => VerifyRecord; readonly clock: { now(): Date } };

const BATCH = 256;

/**
 * Businesses of the world use certified skills. The world receives only the certificates that are offered or used there, and
 * later each change of them. The marketplace sends the prices.
 */
export function createWorldSkills({ toRecord, clock }: Deps) {
  async function sendCertificatesIn(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const at = clock.now();
    const news = (await tx.certificates.findCurrent(ids)).map((row) => {
      const { skillName: name, valid: isValid, securityLevel } = toRecord(row);
      const input = { kind: 'certificate.set', certificateId: row.sealed.id, name, isValid, securityLevel } as const;
      return { input, at };
    });
    await queueWorldInputsIn(tx, news);
  }

  return {
    /** Sends the certificate to the world. The lock prevents a status change between the read and the message. */
    async mentionIn(tx: Tx, id: string): Promise<void> {
      if ((await tx.certificates.lockState(id)) === undefined) return;
      if (await tx.worldSkills.add(id)) await sendCertificatesIn(tx, [id]);
    },
    async follow(tx: Tx, { published }: { readonly published: readonly PublishedRow[] }): Promise<void> {
      const touched = published.filter(({ subjectType }) => subjectType === 'certificate');
      if (touched.length === 0) return;
      await sendCertificatesIn(
        tx,
        await tx.worldSkills.findKnown([...new Set(touched.map(({ subjectId }) => subjectId))]),
      );
    },
    /** A new world receives the certificates of the previous one. */
    async introduce(tx: Tx): Promise<void> {
      for (let after = ''; ; ) {
        const ids = await tx.worldSkills.list(after, BATCH);
        await sendCertificatesIn(tx, ids);
        after = ids.at(-1) ?? after;
        if (ids.length < BATCH) return;
      }
    },
  };
}
export type WorldSkills = ReturnType<typeof createWorldSkills>;
