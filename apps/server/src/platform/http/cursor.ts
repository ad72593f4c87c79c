import { Problem } from '@assay/protocol';
import { z } from 'zod';

const CURSOR_LIFE_MS = 86_400_000;
/** Maximum difference between the clocks of two processes. */
const CLOCK_SKEW_MS = 60_000;

const Sealed = z.tuple([z.number().int(), z.unknown()]);

/** A caller can forge a cursor, so each key must be text that PostgreSQL accepts as a value of its type. */
export const CURSOR_KEYS = {
  moment: z.iso.datetime().refine((text) => text.startsWith('2')),
  integer: z.string().regex(/^-?[0-9]{1,9}$/),
  amount: z.string().regex(/^[0-9]{1,39}$/),
} as const;

/** The position in a list as an opaque token. It contains only values that its reader can see anyway. */
export const toCursor = (position: unknown, now: Date): string =>
  Buffer.from(JSON.stringify([now.getTime(), position])).toString('base64url');

const unreadableCursor = (): Problem =>
  new Problem('validation_failed', {
    errors: [{ pointer: '/query/cursor', detail: 'is not a cursor of this list; start again without it' }],
  });

/** Returns the position of a cursor that was issued within the last day. */
export function readCursor<Position>(schema: z.ZodType<Position>, cursor: string, now: Date): Position {
  let parsed: z.ZodSafeParseResult<[number, unknown]>;
  try {
    parsed = Sealed.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw unreadableCursor();
  }
  if (!parsed.success) throw unreadableCursor();
  const [madeAt, value] = parsed.data;
  if (madeAt > now.getTime() + CLOCK_SKEW_MS) throw unreadableCursor();
  if (now.getTime() - madeAt > CURSOR_LIFE_MS) throw new Problem('cursor_expired');
  const position = schema.safeParse(value);
  if (!position.success) throw unreadableCursor();
  return position.data;
}

/** Expects up to `limit + 1` rows. Returns the page and the cursor of the next one, which is null on the last page. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  now: Date,
  positionOf: (last: Row) => unknown,
): { readonly page: Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : toCursor(positionOf(last), now) };
}
