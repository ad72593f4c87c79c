import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<z.ZodType, Serialize>();

/**
 * Writes only what the schema of an answer names: nothing internal leaves by accident. Made when the first such answer is sent: making
 * all of them would take longer than the rest of a start.
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
    // The serializer asks a validator which member of a union it has. Members differ by their properties: the validator does not know our
    // formats, and a pattern over the text of a large file overflows the stack.
    override: ({ jsonSchema }) => {
      delete jsonSchema.format;
      delete jsonSchema.pattern;
    },
  });
  return schema;
}
