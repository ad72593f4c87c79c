/** Values that services often mishandle, and JSON that no serializer produces. */
import fc from 'fast-check';

/** JSON text that is sent verbatim: numbers and duplicate keys that `JSON.stringify` cannot produce. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value from an earlier answer, selected when the request is sent: ids are random, the choice is not. */
export class KnownValue {
  readonly pattern: RegExp;
  /** The kind of entity that the value identifies, as far as its place reveals it. */
  readonly kind: string;
  readonly choice: number;
  readonly fallback: string;
  constructor(pattern: RegExp, kind: string, choice: number, fallback: string) {
    this.pattern = pattern;
    this.kind = kind;
    this.choice = choice;
    this.fallback = fallback;
  }
}

const LONG = 'x'.repeat(70_000);
const DEEP = `${'['.repeat(40)}${']'.repeat(40)}`;

const HOSTILE_TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '',
  ' ',
  '\ufeff',
  '\u202e',
  '%00',
  '../../etc/passwd',
  "'; DROP TABLE world; --",
  '$1',
  '{}',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '9007199254740993',
  '1e400',
  '0x10',
  '99999999999999999999999999999999999999',
  '😀'.repeat(600),
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61.000Z',
  '+275760-09-13T00:00:00.001Z',
  'http://127.0.0.1:1/',
  'https://[::1]/',
  'a'.repeat(5_000),
] as const;

const HOSTILE_NUMBERS = [
  '-0',
  '0',
  '-1',
  '0.1',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '1e308',
  '1e400',
  '1E+2',
  '5e-324',
].map((text) => new RawJson(text));

const HOSTILE_STRUCTURES = [
  null,
  true,
  [],
  {},
  new RawJson(DEEP),
  new RawJson('{"__proto__":{"isAdmin":true}}'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson(`"${LONG}"`),
  new RawJson(`[${'0,'.repeat(5_000)}0]`),
];

/** Text that cannot be stored comes first: half of all hostile texts contain some. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a\0b', '\0', 'a\ud800'),
  fc.constantFrom(...HOSTILE_TEXTS),
);
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 3 },
  { arbitrary: fc.constantFrom(...HOSTILE_NUMBERS), weight: 2 },
  { arbitrary: fc.constantFrom(...HOSTILE_STRUCTURES), weight: 2 },
);

/** Whole bodies that are not JSON, or barely. */
export const hostileBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"\\ud800"',
  '{"a":1}{"a":2}',
  '\ufeff{}',
  DEEP,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `{"items":[${'{},'.repeat(20_000)}{}]}`,
  `"${'x'.repeat(1_100_000)}"`,
);

type Path = readonly (string | number)[];

function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null || value instanceof RawJson || value instanceof KnownValue) return;
  for (const [name, member] of Object.entries(value)) yield* placesOf(member, [...path, name]);
}

/** Replaces the value at `path`; `undefined` removes the member. */
function replaceAt(value: unknown, path: Path, put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(step) ? replaceAt(item, rest, put) : item));
  const members = Object.entries(value as object).map(([name, member]) => [
    name,
    name === step ? replaceAt(member, rest, put) : member,
  ]);
  return Object.fromEntries(members);
}

/** Makes one place of the value hostile, removes it, or adds an undeclared member. */
export const mutated = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(value, fc.noBias(fc.nat()), hostileValue, fc.noBias(fc.nat(5))).map(([whole, choice, hostile, kind]) => {
    const places = [...placesOf(whole)];
    const path = places[choice % places.length] ?? [];
    if (kind === 0) return replaceAt(whole, path, undefined);
    if (kind === 1 && typeof whole === 'object' && whole !== null && !Array.isArray(whole))
      return { ...whole, stray: hostile };
    return replaceAt(whole, path, hostile);
  });

/** Serialises to JSON, with raw parts verbatim and known values inserted. */
export function toJsonText(value: unknown, resolve: (known: KnownValue) => string): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof KnownValue) return JSON.stringify(resolve(value));
  if (Array.isArray(value)) return `[${value.map((item) => toJsonText(item ?? null, resolve)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${toJsonText(member, resolve)}`],
  );
  return `{${members.join(',')}}`;
}
