/** Values that a schema of the protocol accepts, including its limits. */
import fc from 'fast-check';
import { z } from 'zod';
import { KnownValue } from './hostile.ts';
import { kindOf } from './known.ts';

type JsonSchema = { readonly [member: string]: unknown };
type KindAt = (name: string, around: string) => string;
type Definitions = Readonly<Record<string, JsonSchema>>;

const ITEMS_MAX = 3;
const TEXT_MAX = 200;
const DEPTH_MAX = 6;

/** Inputs that `schema` accepts from the wire. */
export function arbitraryOf(schema: z.ZodType, kindAt: KindAt = kindOf): fc.Arbitrary<unknown> {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return toArbitrary(root, { definitions: $defs as Definitions, kindAt, name: '', depth: 0 });
}

type Place = {
  readonly definitions: Definitions;
  readonly kindAt: KindAt;
  /** The name of the current member. */
  readonly name: string;
  readonly depth: number;
};
type Inside = (part: unknown, name?: string) => fc.Arbitrary<unknown>;

function toArbitrary(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const { definitions, depth } = place;
  const inside: Inside = (part, name = place.name) =>
    toArbitrary(part as JsonSchema, { ...place, name, depth: depth + 1 });
  if (typeof schema.$ref === 'string') {
    const target = definitions[schema.$ref.replace('#/$defs/', '')];
    return depth > DEPTH_MAX || target === undefined ? fc.constant(null) : inside(target);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => inside(option)));
  if (Array.isArray(schema.allOf)) return inside(Object.assign({}, ...schema.allOf));
  switch (schema.type) {
    case 'string':
      return toText(schema, place.kindAt(place.name, ''));
    case 'integer':
    case 'number':
      return toNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return toList(schema, inside);
    case 'object':
      return toObject(schema, inside);
    default:
      return depth > DEPTH_MAX ? fc.constant(null) : fc.oneof(fc.string(), fc.integer(), fc.constant({}));
  }
}

/** Prefers known values, because a request with an unknown id ends at a 404. */
function toText({ pattern, format, minLength, maxLength }: JsonSchema, kind: string): fc.Arbitrary<unknown> {
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = Math.max(least, Math.min(TEXT_MAX, typeof maxLength === 'number' ? maxLength : TEXT_MAX));
  if (typeof pattern === 'string') {
    const shape = new RegExp(pattern);
    const made = toMatching(shape);
    const known = fc
      .tuple(fc.nat(999), made)
      .map(([choice, fallback]) => new KnownValue(shape, kind, choice, fallback));
    return fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: made, weight: 1 });
  }
  // A cursor has no declared format, and only one of the same list is accepted.
  if (kind === 'cursor') return fc.noBias(fc.nat(999)).map((choice) => new KnownValue(/./, kind, choice, 'x'));
  if (format === 'uri')
    return fc.constantFrom('https://github.com/acme/skills', 'https://example.com/a', 'http://127.0.0.1/');
  if (format === 'email') return fc.nat(99).map((n) => `fuzz-${n}@example.com`);
  if (format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z');
  const atLimits = fc.constantFrom('a'.repeat(Math.max(1, least)), 'a'.repeat(most));
  const words = fc.string({ minLength: least, maxLength: Math.max(least, Math.min(most, 40)) });
  return fc.oneof(words, atLimits);
}

/** Most schemas share a few patterns of ids and digests, and converting one to an arbitrary takes milliseconds. */
const matching = new Map<string, fc.Arbitrary<string>>();

function toMatching(shape: RegExp): fc.Arbitrary<string> {
  const made = matching.get(shape.source) ?? makeMatching(shape);
  matching.set(shape.source, made);
  return made;
}

function makeMatching(shape: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(shape, { size: 'small' });
  } catch {
    return fc.constant('');
  }
}

function toNumber({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<unknown> {
  const isInteger = type === 'integer';
  const floor =
    typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -100;
  const ceiling = typeof maximum === 'number' ? maximum : Math.max(floor, 1_000);
  const limits = fc.constantFrom(floor, ceiling);
  if (isInteger) return fc.oneof(fc.integer({ min: floor, max: Math.min(ceiling, floor + 100) }), limits);
  return fc.oneof(fc.double({ min: floor, max: ceiling, noNaN: true }), limits);
}

function toList({ items, minItems, maxItems }: JsonSchema, inside: Inside) {
  const least = typeof minItems === 'number' ? minItems : 0;
  const most = Math.max(least, Math.min(ITEMS_MAX, typeof maxItems === 'number' ? maxItems : ITEMS_MAX));
  return fc.array(inside(items ?? {}), { minLength: least, maxLength: most });
}

function toObject(schema: JsonSchema, inside: Inside): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, unknown>);
  const required = new Set((schema.required ?? []) as string[]);
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 12 }), fc.string(), { maxKeys: 2 });
  const members = properties.map(([name, part]) => [name, inside(part, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}
