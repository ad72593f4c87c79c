import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { InboxMail } from '../wire/mail.ts';
import { LocalHeaders } from './local-request.ts';

/** Only on loopback and without a mail server; otherwise this path does not exist. */
export const devInboxRoutes = {
  listDevInbox: {
    method: 'GET',
    plane: 'process',
    access: 'none',
    rate: 'public',
    cache: 'private',
    /** Login codes stand in these mails: a page that a developer happens to visit must not read them. */
    sameOriginOnly: true,
    headers: LocalHeaders,
    status: 200,
    errors: ['cursor_expired'],
    path: '/dev/inbox.json',
    summary: 'Emails of a development server',
    query: PageQuery,
    answer: listOf(InboxMail),
  },
} as const satisfies RouteTable;
