import { createSigner, LIST_LIMITS } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { createSkillStore } from './skill-store.service.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');

function setup(changes: number) {
  return createSkillStore({
    store: {
      head: async () => 500_000,
      countApproved: async () => 0,
      page: async () => [],
      countChanged: async () => changes,
    },
    getSigner: async () => createSigner(new Uint8Array(32).fill(1)),
    issuerUrl: 'https://assay.example',
    verifyUrlOf: (id) => `https://assay.example/${id}`,
    clock: { now: () => NOW },
  });
}

const SINCE = { limit: 10, since: 1 };

describe('changes since a sequence', () => {
  it('are given up to the limit', async () => {
    const { bytes } = await setup(LIST_LIMITS.feedSinceChangesMax).read(SINCE);

    expect(JSON.parse(bytes.toString())).toMatchObject({ total: LIST_LIMITS.feedSinceChangesMax, since: 1 });
  });

  it('are refused one past it: the feed has to be loaded in full', async () => {
    await expect(setup(LIST_LIMITS.feedSinceChangesMax + 1).read(SINCE)).rejects.toMatchObject({
      code: 'since_too_old',
    });
  });
});
