import { z } from 'zod';
import { STREAM_LIMITS } from '../limits.ts';
import type { RouteTable } from '../route.ts';

const TOPIC_LENGTH_MAX = 64;

export const StreamQuery = z.object({
  topics: z
    .string()
    .max(STREAM_LIMITS.topicsMax * (TOPIC_LENGTH_MAX + 1))
    .transform((list) => [...new Set(list.split(',').filter((topic) => topic !== ''))])
    .pipe(z.array(z.string().max(TOPIC_LENGTH_MAX)).min(1).max(STREAM_LIMITS.topicsMax))
    .describe(
      'Comma-separated: certificates, certificate:<id>, flags, round:<id>, world, city:<id>, business:<id>, and, ' +
        'with a credential, submission:<id>, account, actor.',
    ),
  since: z.coerce.number().int().min(0).optional().describe('Resume after this sequence number.'),
});

/** A browser sends `Last-Event-ID` automatically when it reconnects. */
const StreamHeaders = z.object({
  'last-event-id': z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
});

export const streamRoutes = {
  readStream: {
    method: 'GET',
    path: '/api/v1/stream',
    plane: 'public',
    access: 'optional',
    rate: 'public',
    cache: 'none',
    summary: 'Open the event stream (server-sent events)',
    description:
      'Frames contain `id: <seq>`, `event: <kind>` and `data: <Event>`. Send `Last-Event-ID` or `since` to resume. ' +
      'Send the credential in a header or the cookie, never in the URL.',
    query: StreamQuery,
    headers: StreamHeaders,
    status: 200,
    answer: { media: 'text/event-stream' },
    errors: ['topic_forbidden', 'cursor_expired', 'too_many_streams'],
  },
} as const satisfies RouteTable;
