import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { InboxMail } from '../wire/mail.ts';
import { LocalHeaders } from './local-request.ts';

const inbox = {
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
} as const;

/** Only where nobody else reaches the service and no mail server is set; elsewhere these paths do not exist. */
export const devInboxRoutes = {
  readDevInbox: {
    ...inbox,
    path: '/dev/inbox',
    summary: 'Emails of a development server, as a page',
    answer: { media: 'text/html' },
    errors: [],
  },
  listDevInbox: {
    ...inbox,
    path: '/dev/inbox.json',
    summary: 'Emails of a development server',
    query: PageQuery,
    answer: listOf(InboxMail),
  },
} as const satisfies RouteTable;
