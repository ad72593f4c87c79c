import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import { InboxMail } from '../wire/mail.ts';

const added = z.string().optional();

/** What proxies, balancers and tunnels add to a request that they pass on for somebody else. */
const passedOn = {
  forwarded: added,
  via: added,
  'x-forwarded': added,
  'x-forwarded-for': added,
  'x-forwarded-host': added,
  'x-forwarded-port': added,
  'x-forwarded-proto': added,
  'x-forwarded-scheme': added,
  'x-forwarded-server': added,
  'x-forwarded-prefix': added,
  'x-forwarded-by': added,
  'x-forwarded-ssl': added,
  'x-forwarded-uri': added,
  'x-original-forwarded-for': added,
  'x-original-host': added,
  'x-original-for': added,
  'forwarded-for': added,
  'x-real-ip': added,
  'x-client-ip': added,
  'x-cluster-client-ip': added,
  'x-envoy-external-address': added,
  'x-azure-clientip': added,
  'x-appengine-user-ip': added,
  'true-client-ip': added,
  'client-ip': added,
  'fastly-client-ip': added,
  'fly-client-ip': added,
  'cf-connecting-ip': added,
  'cf-connecting-ipv6': added,
  'cf-ray': added,
  'cdn-loop': added,
};

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
    ...passedOn,
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
