import { describe, expect, it } from 'vitest';
import { chooseEvicted } from './live-challenges.policy.ts';

const MAX = 5;
/** One letter per challenge, oldest first: who asked for it. */
const live = (requesters: string) => [...requesters].map((requester, index) => ({ id: `${index}`, requester }));

describe('a new login challenge', () => {
  it.each([
    ['needs no room below the limit', 'vsss', 's', []],
    ['takes the place of the oldest of its own client', 'vssss', 's', ['1']],
    ['takes the place of the client that holds the most', 'vssst', 't', ['1']],
    ['of an owner takes the place of one of the stranger that filled them all', 'sssss', 'v', ['0']],
    ['takes the place of the oldest where every client holds one', 'vabcd', 'e', ['0']],
    ['makes room down to the limit where there are more', 'vssssss', 'v', ['1', '2', '3']],
  ])('%s', (_, requesters, requester, evicted) => {
    expect(chooseEvicted(live(requesters), requester, MAX)).toEqual(evicted);
  });

  it("does not take the owner's place, however often two strangers ask", () => {
    let held = live('v');
    for (let turn = 0; turn < 50; turn++) {
      const requester = turn % 2 === 0 ? 's' : 't';
      const evicted = chooseEvicted(held, requester, MAX);
      held = [...held.filter(({ id }) => !evicted.includes(id)), { id: `new-${turn}`, requester }];
    }

    expect(held).toHaveLength(MAX);
    expect(held[0]).toEqual({ id: '0', requester: 'v' });
  });
});
