import { type CertificateId, Problem, type VerifyRecord } from '@assay/protocol';
import type { NoticeBus } from '../../platform/events/index.ts';
import type { AskedDigest, CertificateStore, CurrentRow } from './certificates.store.ts';
import { createVerifyAnswers } from './verify.answer.ts';
import { createCertificateLoader } from './verify.loader.ts';
import { createVerifyMemory, type ReadyVerify } from './verify.memory.ts';

/** The topic on which every change of a certificate's answer is announced. */
export const CERTIFICATE_NOTICE = 'certificate';
const MEMORY_BYTES_MAX = 60 * 1024 * 1024;

type Deps = {
  readonly store: Pick<CertificateStore, 'findCurrent' | 'matchDigests'>;
  readonly bus: Pick<NoticeBus, 'on' | 'onLost' | 'isProven'>;
  readonly toRecord: (row: CurrentRow) => VerifyRecord;
  readonly linksOf: (id: CertificateId) => VerifyRecord['links'];
};

/** `isSuspended`: the same bundle was suspended, under this certificate or another. */
export type DigestMatch = { readonly record: VerifyRecord; readonly row: CurrentRow; readonly isSuspended: boolean };

/** Answers verify requests from memory while notices of change provably arrive, and from the database otherwise. */
export function createVerify({ store, bus, toRecord, linksOf }: Deps) {
  const answers = createVerifyAnswers(linksOf);
  const memory = createVerifyMemory(MEMORY_BYTES_MAX, answers.endOf);
  const load = createCertificateLoader((ids) => store.findCurrent(ids));
  /** Certificates that are being read. A notice that arrives meanwhile makes the answer too old to cache. */
  const building = new Map<string, { readers: number; isDirty: boolean }>();

  bus.on(CERTIFICATE_NOTICE, (id) => {
    memory.drop(id);
    const read = building.get(id);
    if (read !== undefined) read.isDirty = true;
  });
  bus.onLost(() => {
    memory.clear();
    for (const read of building.values()) read.isDirty = true;
  });

  async function build(id: CertificateId): Promise<ReadyVerify> {
    const read = building.get(id) ?? { readers: 0, isDirty: false };
    building.set(id, read);
    read.readers++;
    try {
      const row = await orStale(load(id));
      if (row === undefined) throw new Problem('certificate_not_found');
      const ready = answers.prepare(toRecord(row));
      if (!read.isDirty && bus.isProven()) memory.keep(id, ready);
      return ready;
    } finally {
      read.readers--;
      if (read.readers === 0) building.delete(id);
    }
  }

  /** The cached answer, but only while notices provably arrive. */
  const findReady = (id: string): ReadyVerify | undefined => (bus.isProven() ? memory.find(id) : undefined);

  return {
    findReady,
    cacheSize: memory.size,
    async answer(id: CertificateId): Promise<ReadyVerify> {
      return findReady(id) ?? build(id);
    },
    async record(id: CertificateId): Promise<VerifyRecord> {
      const row = await orStale(load(id));
      if (row === undefined) throw new Problem('certificate_not_found');
      return toRecord(row);
    },
    async records(ids: readonly CertificateId[]): Promise<Map<string, { record: VerifyRecord; row: CurrentRow }>> {
      const rows = await orStale(store.findCurrent(ids));
      return new Map(rows.map((row) => [row.sealed.id, { record: toRecord(row), row }]));
    },
    /** The certificates that cover each digest, in the order of the list. Two statements for any length of the list. */
    async findByDigests(asked: readonly AskedDigest[], limit: number): Promise<DigestMatch[][]> {
      const found = await orStale(store.matchDigests(asked, limit));
      const rows = await orStale(store.findCurrent([...new Set(found.map(({ id }) => id))]));
      const byId = new Map(rows.map((row) => [row.sealed.id as string, row]));
      const matches: DigestMatch[][] = asked.map(() => []);
      for (const { at, id, isSuspended } of found) {
        const row = byId.get(id);
        if (row !== undefined) matches[at]?.push({ record: toRecord(row), row, isSuspended });
      }
      return matches;
    },
  };
}
export type Verify = ReturnType<typeof createVerify>;

/** Throws `status_stale` if the current state cannot be read, so that no answer contains an old state. */
async function orStale<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new Problem('status_stale', undefined, { cause: error });
  }
}
