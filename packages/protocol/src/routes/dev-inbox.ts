import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { InboxMail } from '../wire/mail.ts';
import { LocalHeaders } from './local-request.ts';

/** Exists only on loopback and without a mail server. */
export const devInboxRoutes = {
  listDevInbox: {
    method: 'GET',
    plane: 'process',
    access: 'none',
    rate: 'public',
    cache: 'private',
    /** These mails contain login codes. A page that the developer visits must not be able to read them. */
    sameOriginOnly: true,
    headers: LocalHeaders,
    status: 200,
    errors: ['cursor_expired'],
    path: '/dev/inbox.json',
    summary: 'List the emails sent by a development server',
    query: PageQuery,
    answer: listOf(InboxMail),
  },
} as const satisfies RouteTable;
