import { DEFAULT_MOUNTS, mountPath, newUuidV7, routes } from '@assay/protocol';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { registerDeveloper } from '../../testing/developer.ts';
import { OPERATOR, startTestServer } from '../../testing/test-server.ts';
import { toCursor } from './cursor.ts';

const takesCursor = (query: unknown): boolean => query instanceof z.ZodObject && 'cursor' in query.shape;
/** Every list without parameters in its path. */
const LISTS = Object.values(routes).filter(
  (route) => route.method === 'GET' && !route.path.includes(':') && 'query' in route && takesCursor(route.query),
);

it('no list answers 500 for a cursor with a date that PostgreSQL cannot store', async () => {
  const server = await startTestServer();
  try {
    const { headers } = await registerDeveloper(server, 'robin@example.org');
    const id = newUuidV7(z.uuidv7(), 0, (length) => new Uint8Array(length));
    const at = '0000-01-01T00:00:00.000Z';
    const answers: string[] = [];
    for (const position of [[at, id], { at, id }, [0, at, id], at]) {
      const cursor = toCursor(position, server.clock.now());
      for (const { path, access } of LISTS) {
        const { status } = await server.get(
          `${mountPath(path, DEFAULT_MOUNTS)}?cursor=${cursor}`,
          access === 'god' ? OPERATOR : headers,
        );
        if (status === 500) answers.push(`${status} ${path}`);
      }
    }

    expect(LISTS.length).toBeGreaterThan(15);
    expect(answers).toEqual([]);
  } finally {
    await server.close();
  }
});
