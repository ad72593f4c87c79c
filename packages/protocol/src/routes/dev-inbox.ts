import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { InboxMail } from '../wire/mail.ts';

const inbox = {
  method: 'GET',
  plane: 'process',
  access: 'none',
  rate: 'public',
  cache: 'private',
  /** Login codes stand in these mails: a page that a developer happens to visit must not read them. */
  sameOriginOnly: true,
  headers: z.object({
    host: z.string().max(255).optional(),
    forwarded: z.string().optional(),
    via: z.string().optional(),
    'x-forwarded-for': z.string().optional(),
    'x-forwarded-host': z.string().optional(),
    'x-forwarded-proto': z.string().optional(),
    'x-real-ip': z.string().optional(),
  }),
  status: 200,
  errors: ['cursor_expired'],
} as const;

/** Only with a loopback address and without a mail server; elsewhere these paths do not exist. */
export const devInboxRoutes = {
  readDevInbox: {
    ...inbox,
    path: '/dev/inbox',
    summary: 'Mails of a development server, as a page',
    answer: { media: 'text/html' },
    errors: [],
  },
  listDevInbox: {
    ...inbox,
    path: '/dev/inbox.json',
    summary: 'Mails of a development server',
    query: PageQuery,
    answer: listOf(InboxMail),
  },
} as const satisfies RouteTable;
