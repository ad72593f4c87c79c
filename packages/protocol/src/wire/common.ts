import { z } from 'zod';
import { LIST_LIMITS } from '../limits.ts';

/** UTC with milliseconds, the only form of time on the wire. */
export const Time = z.iso.datetime({ precision: 3 }).meta({ id: 'Time' });
export type Time = z.infer<typeof Time>;

const bigintText = (pattern: RegExp, error = 'Expected a base-10 integer as text.') =>
  z.codec(z.string().regex(pattern, { error }), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  });

/** Minor units as text, because a JSON number loses precision above 2^53. 39 digits hold any uint128. */
export const Amount = bigintText(/^(0|[1-9]\d{0,38})$/).meta({ id: 'Amount', description: 'Integer in minor units.' });
export type Amount = z.infer<typeof Amount>;

export const SignedAmount = bigintText(/^(0|-?[1-9]\d{0,38})$/).meta({ id: 'SignedAmount' });
export type SignedAmount = z.infer<typeof SignedAmount>;

/** World money in minor units: 1 mark is 1,000,000. */
export const Marks = bigintText(/^(0|[1-9]\d{0,38})$/).meta({
  id: 'Marks',
  description: 'Integer in millionths of a mark.',
});
export type Marks = z.infer<typeof Marks>;

/** The largest amount of an actor's intent in minor units: a million marks. Larger sums would overflow the monthly figures. */
export const INTENT_AMOUNT_MAX = 1_000_000_000_000n;
/** World money in an intent. The pattern contains the limit, so that every schema reader sees it. */
export const IntentMarks = bigintText(
  /^(0|[1-9]\d{0,11}|10{12})$/,
  'Expected minor units from 0 to 1000000000000.',
).meta({
  id: 'IntentMarks',
  description: 'Integer in millionths of a mark; at most one million marks.',
});

/** An amount with its currency. The currency determines the decimals. */
export const Money = z
  .discriminatedUnion('currency', [
    z.object({ amount: Amount, currency: z.literal('USDC'), decimals: z.literal(6) }),
    z.object({ amount: Amount, currency: z.literal('ASY'), decimals: z.literal(18) }),
    z.object({ amount: Amount, currency: z.literal('MARK'), decimals: z.literal(6) }),
  ])
  .meta({ id: 'Money' });
export type Money = z.infer<typeof Money>;

/** Basis points: 10,000 is the whole. */
export const Bp = z.int().min(0).max(10_000);
/** A statistic of the world. Never part of sealed data, which allows integers only. */
export const Ratio = z.number();
export const Count = z.int().nonnegative();
export const Percent = z.int().min(0).max(100);
/** One hour of the world. */
export const Tick = z.int().nonnegative();

/** For text that may come from a submitted file. On the wire, `parseWire` rejects U+0000 in every string. */
export const storable = <Text extends z.ZodString>(text: Text): Text =>
  text.refine((value) => !value.includes('\0'), { error: 'must not contain U+0000' });

export const URL_LENGTH_MAX = 2048;
/** A third-party URL. It is displayed and compared; only the guarded fetch requests it. */
export const ForeignUrl = storable(z.string().min(1).max(URL_LENGTH_MAX));
/** A URL of this service. */
export const Link = z.url();

/** CAIP-2, for example `eip155:84532`. */
export const Network = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);

export const PRODUCT_TYPES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;
export const ProductType = z.enum(PRODUCT_TYPES).meta({ id: 'ProductType' });
export type ProductType = z.infer<typeof ProductType>;

/** What a validator is licensed for. A SKILL+API submission needs both tracks. */
export const Track = z.enum(['SKILL', 'API', 'TOOL', 'CONTRACT']).meta({ id: 'Track' });
export type Track = z.infer<typeof Track>;

/** The licences that a seat for this product type needs, all of them. Statistics count the seat under the first one. */
export const TRACKS_OF: Readonly<Record<ProductType, readonly [Track, ...Track[]]>> = {
  SKILL: ['SKILL'],
  API: ['API'],
  'SKILL+API': ['SKILL', 'API'],
  TOOL: ['TOOL'],
  CONTRACT: ['CONTRACT'],
};

export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export const Severity = z.enum(SEVERITIES).meta({ id: 'Severity' });
export type Severity = z.infer<typeof Severity>;

export const SECURITY_LEVELS = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export const SecurityLevel = z.enum(SECURITY_LEVELS).meta({ id: 'SecurityLevel' });
export type SecurityLevel = z.infer<typeof SecurityLevel>;

/** The outcome of a review. SAFE requires a reader. */
export const ReviewResult = z.enum(['UNSAFE', 'UNDECIDED', 'NO_FINDINGS', 'SAFE']).meta({ id: 'ReviewResult' });
export type ReviewResult = z.infer<typeof ReviewResult>;

export const RiskLevel = z.enum(['LOW', 'MEDIUM', 'HIGH']).meta({ id: 'RiskLevel' });
export type RiskLevel = z.infer<typeof RiskLevel>;

/** The engine family of a hosted validator, or the model family of a remote one. */
export const Family = z.string().min(1).max(64);

/** Arbitrary members. Not typed further, so a serializer passes them through unchanged. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;

/** A reference to an object, by kind and identifier. */
export const Ref = z.object({ type: z.string(), id: z.string() });
export type Ref = z.infer<typeof Ref>;

/** One page. A short page does not mean the end; `nextCursor: null` does. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const Cursor = z.string().min(1).max(LIST_LIMITS.cursorLengthMax);
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMITS.pageMax).default(LIST_LIMITS.pageDefault),
  cursor: Cursor.optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
