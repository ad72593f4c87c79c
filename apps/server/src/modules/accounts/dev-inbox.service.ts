import { InboxMail, MailId, Problem } from '@assay/protocol';
import { z } from 'zod';
import { escapeHtml, readCursor, toPage } from '../../platform/http/index.ts';
import type { MailRow, MailStore } from '../../platform/mail/index.ts';

type Deps = {
  readonly store: MailStore;
  /** A loopback address and no mail server: the only place where mails may be read without a mailbox. */
  readonly isOpen: boolean;
  readonly clock: { now(): Date };
};
/** The name that was asked for, and whatever a proxy adds. */
type Headers = { readonly host?: string | undefined } & Readonly<Record<string, string | undefined>>;
type Paging = { readonly limit: number; readonly cursor?: string | undefined };

const Position = z.tuple([z.iso.datetime(), MailId]);
const PAGE_MAILS = 50;
const LOOPBACK_HOST = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** Mails of a development server, which has nobody to carry them. */
export function createDevInbox({ store, isOpen, clock }: Deps) {
  /** The name in the request is checked too: a foreign name that resolves to this machine is an attack on its browser. */
  function requireLocal({ host, ...passedOn }: Headers): void {
    // Whoever passed the request on did so for somebody who is not on this machine.
    const isDirect = Object.values(passedOn).every((value) => value === undefined);
    if (!isOpen || !isDirect || host === undefined || !LOOPBACK_HOST.test(host)) throw new Problem('route_not_found');
  }

  async function list({ limit, cursor }: Paging, headers: Headers) {
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

  async function page(headers: Headers): Promise<string> {
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
