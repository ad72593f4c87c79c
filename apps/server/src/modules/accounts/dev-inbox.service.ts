import { InboxMail, MailId, Problem } from '@assay/protocol';
import { z } from 'zod';
import { escapeHtml, isLocalRequest, type LocalHeaders, readCursor, toPage } from '../../platform/http/index.ts';
import type { MailRow, MailStore } from '../../platform/mail/index.ts';

type Deps = {
  readonly store: MailStore;
  /** No mail server is set and nobody else reaches the service. */
  readonly isOpen: boolean;
  readonly clock: { now(): Date };
};
type Paging = { readonly limit: number; readonly cursor?: string | undefined };

const Position = z.tuple([z.iso.datetime(), MailId]);
const PAGE_MAILS = 50;

/** Mails of a development server, which has nobody to carry them. */
export function createDevInbox({ store, isOpen, clock }: Deps) {
  function requireLocal(headers: LocalHeaders): void {
    if (!isOpen || !isLocalRequest(headers)) throw new Problem('route_not_found');
  }

  async function list({ limit, cursor }: Paging, headers: LocalHeaders) {
    requireLocal(headers);
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

  async function page(headers: LocalHeaders): Promise<string> {
    requireLocal(headers);
    const mails = (await store.list(undefined, PAGE_MAILS)).map(toArticle).join('\n');
    return `<!doctype html>\n<html lang="en"><head><title>Development inbox</title></head><body>\n<h1>Development inbox</h1>\n${mails}\n</body></html>\n`;
  }

  return { list, page };
}
export type DevInbox = ReturnType<typeof createDevInbox>;

const toInboxMail = ({ id, recipient, subject, text, createdAt }: MailRow): InboxMail =>
  InboxMail.parse({ id, to: recipient, subject, text, sentAt: createdAt.toISOString() });

const toArticle = ({ recipient, subject, text, createdAt }: MailRow): string =>
  [
    '<article>',
    `<h2>${escapeHtml(subject)}</h2>`,
    `<p>To ${escapeHtml(recipient)}, ${createdAt.toISOString()}</p>`,
    `<pre>${escapeHtml(text)}</pre>`,
    '</article>',
  ].join('\n');
