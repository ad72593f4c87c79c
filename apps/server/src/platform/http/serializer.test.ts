import { expect, it } from 'vitest';
import { z } from 'zod';
import { serializerOf } from './serializer.ts';

const File = z.union([
  z.strictObject({ path: z.string(), content: z.string() }),
  z.strictObject({ path: z.string(), contentBase64: z.base64() }),
]);

it('the serializer writes a file of 5 MiB in base64, which is too long for a regular expression', () => {
  const answer = { files: [{ path: 'a.bin', contentBase64: 'AAAA'.repeat(1_747_627) }] };
  expect(serializerOf(z.object({ files: z.array(File) }))(answer)).toBe(JSON.stringify(answer));
});
