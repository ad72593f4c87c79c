import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIONS_MAX, toNextActions } from './next-actions.policy.ts';

const AT = new Date('2026-01-01T00:00:00.000Z');
const flag = { certificateId: 'c', severity: 'HIGH', openedAt: AT.toISOString() };
const news = { certificateId: 'c', name: 'notes', commit: 'a'.repeat(40), seenAt: AT };
const draft = { id: 'd', name: 'pdf-tools', updatedAt: AT };

it('lists flags before commits before drafts, each with its reference', () => {
  const actions = toNextActions({ openFlags: [flag], newerCommits: [news], quotedDrafts: [draft] });

  expect(actions.map(({ kind, ref }) => [kind, ref.type])).toEqual([
    ['FLAG_OPENED', 'certificate'],
    ['NEWER_COMMIT', 'certificate'],
    ['DRAFT_UNPAID', 'draft'],
  ]);
  expect(actions[1]?.detail).toContain(news.commit);
  expect(actions[2]?.detail).toBe('The draft pdf-tools has a price and is not paid.');
});

it('never exceeds its limit', () => {
  const few = fc.nat(40);
  fc.assert(
    fc.property(few, few, few, (flags, commits, drafts) => {
      const actions = toNextActions({
        openFlags: Array.from({ length: flags }, () => flag),
        newerCommits: Array.from({ length: commits }, () => news),
        quotedDrafts: Array.from({ length: drafts }, () => draft),
      });
      expect(actions).toHaveLength(Math.min(ACTIONS_MAX, flags + commits + drafts));
    }),
  );
});
