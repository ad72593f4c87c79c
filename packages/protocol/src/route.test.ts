import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_MOUNTS, mountPath } from './mounts.ts';
import { type Answer, fillPath, type Input, type RouteTable } from './route.ts';

const sample = {
  readThing: {
    method: 'GET',
    path: '/api/v1/things/:id',
    plane: 'public',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'One thing',
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.coerce.number().default(20) }),
    status: 200,
    answer: z.object({ amount: z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String }) }),
    errors: [],
  },
  readGuide: {
    method: 'GET',
    path: '/guide',
    plane: 'discovery',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'The guide',
    status: 200,
    answer: { media: 'text/markdown' },
    errors: [],
  },
} as const satisfies RouteTable;

describe('route types', () => {
  it('give a handler parsed input and require the wire form as its result', () => {
    expectTypeOf<Input<typeof sample.readThing>>().toEqualTypeOf<{
      readonly params: { id: string };
      readonly query: { limit: number };
    }>();
    expectTypeOf<Answer<typeof sample.readThing>>().toEqualTypeOf<{ amount: string }>();
    expectTypeOf<Answer<typeof sample.readGuide>>().toEqualTypeOf<string>();
    expectTypeOf<typeof sample.readThing.access>().toEqualTypeOf<'none'>();
  });
});

describe('mountPath', () => {
  it('leaves the default mounts as declared', () => {
    expect(mountPath('/api/v1/public/overview', DEFAULT_MOUNTS)).toBe('/api/v1/public/overview');
  });

  it('changes each prefix independently', () => {
    const mounts = { apiPrefix: '/assay/api', playerPrefix: '' };

    expect(mountPath('/api/v1/public/overview', mounts)).toBe('/assay/api/public/overview');
    expect(mountPath('/certsvc/v1/plugins/:id', mounts)).toBe('/plugins/:id');
  });

  it('replaces whole segments only', () => {
    const mounts = { apiPrefix: '/a', playerPrefix: '/p' };

    expect(mountPath('/api/v10/x', mounts)).toBe('/api/v10/x');
    expect(mountPath('/.well-known/skill-store', mounts)).toBe('/.well-known/skill-store');
  });
});

describe('fillPath', () => {
  it('encodes the values', () => {
    expect(fillPath('/things/:id/parts/:part', { id: 'a/b', part: 'ü' })).toBe('/things/a%2Fb/parts/%C3%BC');
  });

  it('refuses a missing value', () => {
    expect(() => fillPath('/things/:id', {})).toThrow(TypeError);
  });
});
