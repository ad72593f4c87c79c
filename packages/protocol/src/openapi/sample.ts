import type { JsonSchema } from './json-schemas.ts';

/** A sample text for each pattern of the wire. A test fails when a schema uses another pattern. */
const TEXT_OF_PATTERN: Readonly<Record<string, string>> = {
  '^[a-z0-9][a-z0-9._-]{0,31}$': 'ada',
  '^\\d{4}-\\d{2}-\\d{2}[a-z]?$': '2026-01-01',
  '^op_[0-9A-HJKMNP-TV-Z]{10}_[0-9A-Za-z]{43}$': 'op_0123456789_0123456789012345678901234567890123456789012',
  '^[0-9a-f]{24}$': '0f1e2d3c4b5a69788796a5b4',
  '^0x[0-9a-fA-F]{40}$': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '^sha256:[0-9a-f]{64}$': `sha256:${'5f'.repeat(32)}`,
  '^[0-9a-f]{64}$': '5f'.repeat(32),
  '^[0-9a-f]{40}$': '5f'.repeat(20),
  '^[0-9a-f]{32}$': '5f'.repeat(16),
  '^[0-9a-f]{16}$': '5f'.repeat(8),
  '^0x[0-9a-f]{64}$': `0x${'5f'.repeat(32)}`,
  '^0x[0-9a-fA-F]*$': `0x${'5f'.repeat(65)}`,
  '^0x[0-9a-fA-F]+$': `0x${'5f'.repeat(65)}`,
  '^[A-Za-z0-9_-]{8,64}$': 'request-0001',
  '^[A-Za-z0-9_-]{32}$': 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
  '^[0-9A-HJKMNP-TV-Z]{10}$': '0123456789',
  '^[0-9A-HJKMNP-TV-Z]{8}$': '01234567',
  '^"\\d{1,9}"$': '"1"',
  '^\\d{1,16}$': '1',
  '^[A-Za-z0-9._/-]{1,128}$': 'net-01',
  '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$': 'eip155:8453',
  '^(0|[1-9]\\d{0,38})$': '25000000',
  '^(0|[1-9]\\d{0,11}|10{12})$': '2500000',
  '^(0|-?[1-9]\\d{0,38})$': '25000000',
  '^[A-Za-z0-9]{24}$': 'a1B2c3D4e5F6g7H8i9J0k1L2',
  '^[A-Za-z0-9+/]{43}=$': `${'A'.repeat(43)}=`,
  '^[\\p{L}\\p{N} _-]+$': 'Olda',
  '^[^A-Z]*$': '0199f0c1-7a00-7000-8000-000000000001',
  '^whpk_[A-Za-z0-9+/]+={0,2}$': 'whpk_QUFBQQ==',
  '^whsec_[A-Za-z0-9+/]+={0,2}$': 'whsec_QUFBQQ==',
  '^ak_[0-9A-HJKMNP-TV-Z]{10}_[0-9A-Za-z]{43}$': `ak_0123456789_${'0'.repeat(43)}`,
  '^dev_[0-9A-HJKMNP-TV-Z]{8}_[0-9A-Za-z]{43}$': `dev_01234567_${'0'.repeat(43)}`,
  '^dlc_[0-9A-Za-z]{43}$': `dlc_${'0'.repeat(43)}`,
};
const UUID = '0199f0c1-7a00-7000-8000-000000000001';
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00.000Z',
  uri: 'https://example.com/notes',
  email: 'ada@example.com',
  base64: 'bm90ZXM=',
};
const TEXT = 'notes, kept short';
/** Recursive schemas stop at this depth. */
const DEPTH_MAX = 40;

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
};

/** The smallest plausible value that fits a schema: required members only, lists with one item. */
export function sampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  return sample(schema as Schema, components as Readonly<Record<string, Schema>>, 0);
}

function sample(schema: Schema, components: Readonly<Record<string, Schema>>, depth: number): unknown {
  const inner = (one: Schema): unknown => sample(one, components, depth + 1);
  if (depth > DEPTH_MAX) return null;
  if (schema.$ref !== undefined) return inner(components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = (schema.oneOf ?? schema.anyOf)?.find(({ type }) => type !== 'null');
  if (choice !== undefined) return inner(choice);
  if (schema.allOf !== undefined && schema.type === undefined) return Object.assign({}, ...schema.allOf.map(inner));
  switch ([schema.type].flat()[0]) {
    case 'object':
      return sampleObject(schema, inner);
    case 'array':
      if (schema.prefixItems !== undefined) return schema.prefixItems.map(inner);
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => inner(schema.items ?? {}));
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return schema.type === undefined ? {} : null;
  }
}

function sampleObject(schema: Schema, inner: (one: Schema) => unknown): object {
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return Object.fromEntries((schema.required ?? []).map((name) => [name, inner(schema.properties?.[name] ?? rest)]));
}

function sampleText({ pattern, format, minLength = 0, maxLength = TEXT.length, allOf = [] }: Schema): string {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  const known = FORMATS[format ?? ''] ?? patterns.map(textOfPattern).find((one) => one !== undefined);
  if (known !== undefined) return known;
  return TEXT.repeat(Math.ceil(Math.max(1, minLength) / TEXT.length)).slice(0, Math.max(maxLength, minLength));
}

function textOfPattern(pattern: string): string | undefined {
  if (TEXT_OF_PATTERN[pattern] !== undefined) return TEXT_OF_PATTERN[pattern];
  return [UUID, ...Object.values(FORMATS)].find((text) => new RegExp(pattern, 'u').test(text));
}

const sampleNumber = ({
  minimum = 1,
  maximum = Number.POSITIVE_INFINITY,
  exclusiveMinimum = 0,
  type,
}: Schema): number =>
  Math.min(
    Math.max(
      type === 'number' ? 0.5 : 1,
      minimum > 1 || minimum < 0 ? minimum : 0,
      exclusiveMinimum + (exclusiveMinimum > 0 ? 1 : 0),
    ),
    maximum,
  );
