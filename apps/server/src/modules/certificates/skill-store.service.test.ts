import { createSigner, LIST_LIMITS } from '@assay/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createSkillStore } from './skill-store.service.ts';
import type { SkillStoreStore } from './skill-store.store.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');

function setup(changes: number, page: SkillStoreStore['page'] = async () => []) {
  return createSkillStore({
    store: {
      head: async () => 500_000,
      countApproved: async () => 0,
      page,
      countChanged: async () => changes,
    },
    getSigner: async () => createSigner(new Uint8Array(32).fill(1)),
    issuerUrl: 'https://assay.example',
    verifyUrlOf: (id) => `https://assay.example/${id}`,
    clock: { now: () => NOW },
  });
}

const SINCE = { limit: 10, since: 1 };
const CLIENT = '203.0.113.1';

describe('changes since a sequence', () => {
  it('are returned up to the limit', async () => {
    const { bytes } = await setup(LIST_LIMITS.feedSinceChangesMax).read(SINCE, CLIENT);

    expect(JSON.parse(bytes.toString())).toMatchObject({ total: LIST_LIMITS.feedSinceChangesMax, since: 1 });
  });

  it('are rejected beyond the limit: the feed must be loaded in full', async () => {
    await expect(setup(LIST_LIMITS.feedSinceChangesMax + 1).read(SINCE, CLIENT)).rejects.toMatchObject({
      code: 'since_too_old',
    });
  });
});

describe('shared pages', () => {
  it('are built and signed once for all identical requests', async () => {
    const page = vi.fn(async () => []);
    const feed = setup(1, page);

    const [first, second] = await Promise.all([feed.read(SINCE, CLIENT), feed.read(SINCE, '203.0.113.2')]);
    const third = await feed.read({ ...SINCE, limit: 99 }, CLIENT);

    expect([second, third]).toEqual([first, first]);
    expect(page).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ limit: 5_000 }, 5_000],
    [{ limit: 5_000, since: 0 }, 500],
    [{ limit: 4_999 }, 500],
    [{ limit: 499 }, 100],
    [{ limit: 99 }, 10],
    [{ limit: 9 }, 1],
  ])('of %j have at most %i entries', async (query, size) => {
    const page = vi.fn(async () => []);

    await setup(1, page).read(query, CLIENT);

    expect(page).toHaveBeenCalledWith(expect.objectContaining({ limit: size + 1 })); // One more entry shows whether there is a next page.
  });

  it('are built one at a time, one per address, and the queue is bounded', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    let [now, most] = [0, 0];
    const feed = setup(1, async () => {
      most = Math.max(most, ++now);
      await mayEnd;
      now -= 1;
      return [];
    });
    const waiting = Array.from({ length: 64 }, (_, since) => feed.read({ limit: 10, since }, `203.0.113.${since}`));
    await vi.waitFor(() => expect(now).toBe(1));

    await expect(feed.read({ limit: 10, since: 100 }, '203.0.113.0')).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(feed.read({ limit: 10, since: 100 }, '203.0.113.100')).rejects.toMatchObject({ code: 'unavailable' });
    end();
    await Promise.all(waiting);

    expect(most).toBe(1);
    await expect(feed.read({ limit: 10, since: 100 }, '203.0.113.0')).resolves.toBeDefined();
  });
});
