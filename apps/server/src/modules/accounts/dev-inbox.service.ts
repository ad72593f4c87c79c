import { InboxMail, MailId, Problem } from '@assay/protocol';
import { z } from 'zod';
import { CURSOR_KEYS, isLocalRequest, type LocalHeaders, readCursor, toPage } from '../../platform/http/index.ts';
import type { MailRow, MailStore } from '../../platform/mail/index.ts';

type Deps = {
  readonly store: MailStore;
  /** True if the service is on loopback and has no mail server. */
  readonly isOpen: boolean;
  readonly clock: { now(): Date };
};
type Paging = { readonly limit: number; readonly cursor?: string | undefined };

const Position = z.tuple([CURSOR_KEYS.moment, MailId]);

/** Unsent mail of a development server. */
export function createDevInbox({ store, isOpen, clock }: Deps) {
  const isReadableFrom = (headers: LocalHeaders): boolean => isOpen && isLocalRequest(headers);

  async function list({ limit, cursor }: Paging, headers: LocalHeaders) {
    if (!isReadableFrom(headers)) throw new Problem('route_not_found');
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { createdAt: new Date(from[0]), id: from[1] };
    const rows = await store.list(after, limit + 1);
    const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.createdAt.toISOString(), last.id]);
    return {
      items: page.map(toInboxMail),
      nextCursor,
    };
  }

  return { list, isReadableFrom };
}
export type DevInbox = ReturnType<typeof createDevInbox>;

const toInboxMail = ({ id, recipient, subject, text, createdAt }: MailRow): InboxMail =>
  InboxMail.parse({ id, to: recipient, subject, text, sentAt: createdAt.toISOString() });
