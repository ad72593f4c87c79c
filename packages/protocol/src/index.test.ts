import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as protocol from './index.ts';

const exported: [name: string, value: unknown][] = Object.entries(protocol);
const schemas = exported.flatMap(([name, value]) => (value instanceof z.ZodType ? [{ name, schema: value }] : []));

describe('the package entry', () => {
  it('exports a JSON Schema of the wire form for every schema', () => {
    expect(schemas.length).toBeGreaterThan(200);
    for (const { name, schema } of schemas)
      expect(() => z.toJSONSchema(schema, { io: 'input' }), `${name} has no wire form`).not.toThrow();
  });

  it('names each component after its schema', () => {
    const renamed = schemas.flatMap(({ name, schema }) => {
      const id = schema.meta()?.id;
      return id === undefined || id === name ? [] : [[name, id]];
    });

    expect(renamed).toEqual([['ProblemDocument', 'Problem']]);
  });

  it('runs the example of the README', () => {
    const { Amount, Problem, routes, fillPath, isValid, toProblemDocument } = protocol;

    expect(routes.verifyCertificate.access).toBe('none');
    expect(fillPath(routes.verifyCertificate.path, { id: '0f1e2d3c4b5a69788796a5b4' })).toBe(
      '/api/v1/public/certificates/0f1e2d3c4b5a69788796a5b4/verify',
    );
    expect(isValid('APPROVED', undefined)).toBe(false);
    expect(Amount.parse('900000')).toBe(900_000n);

    const problem = new Problem('too_many_streams', { max: 5 });
    const where = { docsUrl: 'https://docs.example', instance: '/api/v1/stream', requestId: 'request-1' };
    expect(toProblemDocument(problem, where)).toMatchObject({ status: 429, code: 'too_many_streams' });
  });
});
