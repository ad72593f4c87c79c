import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<z.ZodType, Serialize>();

/**
 * Writes only the members that the schema names, so that internal data cannot leak. Built for the first answer of a
 * schema, because building all of them would dominate the start.
 */
export function serializerOf(answer: z.ZodType): Serialize {
  const known = serializers.get(answer);
  if (known !== undefined) return known;
  const made: Serialize = fastJsonStringify(toSerializerSchema(answer));
  serializers.set(answer, made);
  return made;
}

function toSerializerSchema(answer: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    // For a union, the serializer uses a validator to find the matching member. Members differ by their properties: the
    // validator does not know our formats, and a pattern over the text of a large file overflows the stack.
    override: ({ jsonSchema }) => {
      delete jsonSchema.format;
      delete jsonSchema.pattern;
    },
  });
  return schema;
}
