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

/** Minor units as text: a JSON number would lose money above 2^53. 39 digits hold any uint128. */
export const Amount = bigintText(/^(0|[1-9]\d{0,38})$/).meta({ id: 'Amount', description: 'Integer in minor units.' });
export type Amount = z.infer<typeof Amount>;

export const SignedAmount = bigintText(/^(0|-?[1-9]\d{0,38})$/).meta({ id: 'SignedAmount' });
export type SignedAmount = z.infer<typeof SignedAmount>;

/** World money in minor units: 1 mark is 1,000,000. */
export const Marks = bigintText(/^(0|[1-9]\d{0,38})$/).meta({ id: 'Marks', description: 'Integer in 10^-6 mark.' });
export type Marks = z.infer<typeof Marks>;

/** Most minor units that an intent of an actor may name: a million marks. Larger sums would outgrow the figures of a month. */
export const INTENT_AMOUNT_MAX = 1_000_000_000_000n;
/** World money that an intent names. The pattern says the limit, so that every reader of the schema knows it. */
export const IntentMarks = bigintText(
  /^(0|[1-9]\d{0,11}|10{12})$/,
  'Expected minor units from 0 to 1000000000000.',
).meta({
  id: 'IntentMarks',
  description: 'Integer in 10^-6 mark, at most a million marks.',
});

/** An amount that says what it counts. The decimals follow from the currency. */
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
/** A statistic of the world. Never part of sealed data, which knows integers only. */
export const Ratio = z.number();
export const Count = z.int().nonnegative();
export const Percent = z.int().min(0).max(100);
/** One hour of the world. */
export const Tick = z.int().nonnegative();

/** For text that may come from a submitted file: on the wire `parseWire` refuses U+0000 in every string. */
export const storable = <Text extends z.ZodString>(text: Text): Text =>
  text.refine((value) => !value.includes('\0'), { error: 'must not contain U+0000' });

export const URL_LENGTH_MAX = 2048;
/** A third-party URL: shown and compared, and requested only through the guarded fetch. */
export const ForeignUrl = storable(z.string().min(1).max(URL_LENGTH_MAX));
/** A URL of this service. */
export const Link = z.url();

/** CAIP-2, for example `eip155:84532`. */
export const Network = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);

export const PRODUCT_TYPES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;
export const ProductType = z.enum(PRODUCT_TYPES).meta({ id: 'ProductType' });
export type ProductType = z.infer<typeof ProductType>;

/** What a validator is licensed for. A SKILL+API submission needs both of its tracks. */
export const Track = z.enum(['SKILL', 'API', 'TOOL', 'CONTRACT']).meta({ id: 'Track' });
export type Track = z.infer<typeof Track>;

/** Licences that a seat over a product of this type needs: all of them. The first one is what its work is counted under. */
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

/** The outcome of a review; SAFE needs readers or a person. */
export const ReviewResult = z.enum(['UNSAFE', 'UNDECIDED', 'NO_FINDINGS', 'SAFE']).meta({ id: 'ReviewResult' });
export type ReviewResult = z.infer<typeof ReviewResult>;

export const RiskLevel = z.enum(['LOW', 'MEDIUM', 'HIGH']).meta({ id: 'RiskLevel' });
export type RiskLevel = z.infer<typeof RiskLevel>;

/** An engine family for a hosted validator, the model family for a remote one. */
export const Family = z.string().min(1).max(64);

/** Free members. Not typed further: a serializer passes them through as they are. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;

/** A pointer from one object to another, by kind and identifier. */
export const Ref = z.object({ type: z.string(), id: z.string() });
export type Ref = z.infer<typeof Ref>;

/** One page. A short page is not the end; `nextCursor: null` is. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const Cursor = z.string().min(1).max(LIST_LIMITS.cursorLengthMax);
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMITS.pageMax).default(LIST_LIMITS.pageDefault),
  cursor: Cursor.optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
