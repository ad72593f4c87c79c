import { type Reason, reason } from './reasons.ts';
import type { VerifyRecord } from './record.ts';

/** The state at the first local verification of a certificate. Sealed facts may never differ from it. */
export type Seen = {
  readonly certificateIssuedAt: string;
  readonly payloadHash: string;
  readonly bundleSha256: string;
  readonly status: VerifyRecord['status'];
  readonly firstSeenAt: string;
};

/** The store of first verifications; in memory by default. */
export type SeenStore = {
  get(certificateId: string): Promise<Seen | undefined>;
  set(certificateId: string, seen: Seen): Promise<void>;
};

export function memorySeenStore(): SeenStore {
  const all = new Map<string, Seen>();
  return {
    get: async (certificateId) => all.get(certificateId),
    set: async (certificateId, seen) => void all.set(certificateId, seen),
  };
}

export const toSeen = (record: VerifyRecord, now: number): Seen => ({
  certificateIssuedAt: record.certificateIssuedAt,
  payloadHash: record.payloadHash,
  bundleSha256: record.bundleSha256,
  status: record.status,
  firstSeenAt: new Date(now).toISOString(),
});

/** Sealed facts that differ: the service returns another certificate under this id. */
export function findReplaced(seen: Seen, record: VerifyRecord): Reason | undefined {
  const sealed = ['certificateIssuedAt', 'payloadHash', 'bundleSha256'] as const;
  const differing = sealed.filter((name) => seen[name] !== record[name]);
  if (differing.length === 0) return undefined;
  return reason(
    'certificate_replaced',
    `Differs from its first verification at ${seen.firstSeenAt}: ${differing.join(', ')}.`,
  );
}

/** A legitimate change since the first verification, reported as a warning. */
export const findStatusChange = (seen: Seen, record: VerifyRecord): Reason | undefined =>
  seen.status === record.status
    ? undefined
    : reason(
        'status_changed',
        `It was ${seen.status} when first seen at ${seen.firstSeenAt} and is ${record.status} now.`,
      );
