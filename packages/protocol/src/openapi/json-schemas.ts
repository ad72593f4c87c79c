import { z } from 'zod';

export type JsonSchema = { readonly [member: string]: unknown };
export type SchemaBook = {
  /** One fragment for each given schema, under its key. Fragments refer to components by name. */
  readonly fragments: Readonly<Record<string, JsonSchema>>;
  /** Every schema with an id that the fragments use, directly or through other components. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

const ConvertedBook = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  $defs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/** The wire form of one schema, self-contained. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return converted;
}

/**
 * The wire form of schemas as JSON Schema 2020-12. One call converts all of them as members of one object, so that
 * shared schemas become one component.
 */
export function toJsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): SchemaBook {
  const converted = z.toJSONSchema(z.object(schemas), { target: 'draft-2020-12', io: 'input' });
  const text = JSON.stringify(converted).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  const { properties, $defs } = ConvertedBook.parse(JSON.parse(text));
  const components = Object.entries($defs).map(([name, schema]) => [name, isAnyJson(name, schema) ? ANY_JSON : schema]);
  return { fragments: properties, components: Object.fromEntries(components) };
}

const ANY_JSON = { description: 'Any JSON value.' };

/** A nameless recursive schema is the schema of any JSON value. TypeScript generators cannot express it as a type. */
const isAnyJson = (name: string, schema: JsonSchema): boolean =>
  name.startsWith('__schema') && JSON.stringify(schema).includes(`/${name}"`);
