import { AuditRow as AuditLine, canonicalize, sha256Hex } from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toPage } from '../../platform/http/index.ts';
import type { AuditLogStore, AuditRow } from './audit-log.store.ts';

export type AuditEntry = Pick<AuditRow, 'actor' | 'action' | 'subjectType' | 'subjectId' | 'detail' | 'requestId'>;

/** The previous hash of the first row. */
const BEFORE_FIRST = '0'.repeat(64);
const CHECK_PAGE = 1_000;

const utf8 = new TextEncoder();

function hashOf({ hash: _, at, ...row }: AuditRow): string {
  return sha256Hex(utf8.encode(canonicalize({ ...row, at: at.toISOString() })));
}

/** Records an act in the transaction that performs it. */
export async function appendToAuditLog(store: AuditLogStore, entry: AuditEntry, at: Date): Promise<void> {
  const last = await store.lockLast();
  const row = { ...entry, position: (last?.position ?? 0) + 1, at, previousHash: last?.hash ?? BEFORE_FIRST, hash: '' };
  await store.insert({ ...row, hash: hashOf(row) });
}

/**
 * Verifies the hash chain from its first row. Returns the first position that does not follow from the previous one, if
 * any.
 */
export async function checkAuditLog(store: AuditLogStore): Promise<{ rows: number; brokenAt: number | undefined }> {
  let previous = BEFORE_FIRST;
  let rows = 0;
  for (;;) {
    const page = await store.listAfter(rows, CHECK_PAGE);
    for (const row of page) {
      const follows = row.position === rows + 1 && row.previousHash === previous && row.hash === hashOf(row);
      if (!follows) return { rows, brokenAt: rows + 1 };
      previous = row.hash;
      rows++;
    }
    if (page.length < CHECK_PAGE) return { rows, brokenAt: undefined };
  }
}

export async function listAuditLog(
  store: AuditLogStore,
  query: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const before = query.cursor === undefined ? undefined : readCursor(z.int(), query.cursor, now);
  const rows = await store.listBefore(before, query.limit + 1);
  const { page, nextCursor } = toPage(rows, query.limit, now, (last) => last.position);
  return { items: page.map(toLine), nextCursor };
}

const toLine = (row: AuditRow): AuditLine =>
  AuditLine.parse({
    index: row.position,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    detail: row.detail,
    requestId: row.requestId,
    previousHash: row.previousHash,
    hash: row.hash,
  });
