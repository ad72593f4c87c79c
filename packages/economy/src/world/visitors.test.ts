import { describe, expect, it } from 'vitest';
import { ask, end } from './consents.ts';
import { adoptRules } from './genesis.ts';
import { actorId, worldId } from './ids.ts';
import type { Input } from './inputs/types.ts';
import { checkInvariants } from './invariants.ts';
import { HOURS_PER_DAY, MARK, TICKS_PER_MONTH } from './params.ts';
import { addEdge, EDGE_KIND, setEdgeKind } from './relations.ts';
import type { World } from './state.ts';
import { relocate } from './steps/migration.ts';
import { act, PLAYER, run, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';

const VISITOR = '44444444-4444-7444-8444-000000000001';
const issue = (id: string): Input => ({
  kind: 'money.issue',
  to: { type: 'actor', id },
  amount: `${2000 * MARK}`,
  reason: 'topup',
  reference: 'payment',
});

/** A player that is a resident, and a visitor in the same city. */
function world(): { w: World; h: number; visitor: number } {
  const w = smallWorld();
  run(w, TICKS_PER_MONTH + 30);
  adoptRules(w);
  step(w, [
    { kind: 'actor.join', actorId: PLAYER, name: 'Player' },
    { kind: 'actor.change', actorId: PLAYER, autonomy: 0 },
    issue(PLAYER),
  ]);
  act(w, 'INTENT_REST', { hours: 1 });
  const h = w.lists.givenRows.get(PLAYER) as number;
  const cityId = worldId(w, 'city', w.actor.city[h]);
  step(w, [{ kind: 'actor.join', actorId: VISITOR, name: 'Visitor', cityId }, issue(VISITOR)]);
  return { w, h, visitor: w.lists.givenRows.get(VISITOR) as number };
}

describe('a visitor', () => {
  it.each(['PARTNERSHIP', 'ALLIANCE', 'MENTORSHIP', 'SHARED_HOME', 'TRADE'])('receives no request for %s', (type) => {
    const { w } = world();

    const outcome = act(w, 'INTENT_PROPOSE_RELATION', { targetActorId: VISITOR, type });

    expect(outcome).toMatchObject({ status: 'BLOCKED', reasonCode: 'not_resident' });
  });

  it('is met by no actor', () => {
    const { w } = world();

    const outcome = act(w, 'INTENT_SOCIALISE', { targetActorId: VISITOR });

    expect(outcome).toMatchObject({ status: 'BLOCKED', reasonCode: 'not_resident' });
  });

  it('stays in place when a partner from before the rule moves away', () => {
    const { w, h, visitor } = world();
    addEdge(w, h, visitor, EDGE_KIND.ACQUAINTANCE);
    setEdgeKind(w, h, visitor, EDGE_KIND.PARTNERSHIP);
    w.params = Object.freeze({ ...w.params, switches: { ...w.params.switches, playerLimits: false } });
    const from = w.actor.city[h];
    w.actor.income[h] = 1000 * MARK;

    const target = [0, 1, 2].find((c) => c !== from && (w.lists.vacant[c]?.length ?? 0) > 1) as number;
    const moved = act(w, 'INTENT_MOVE_CITY', { targetCityId: worldId(w, 'city', target) });
    const asked = w.side.consents.find(({ type }) => type === 'MOVE_TOGETHER');
    // The affinity is high enough for automatic consent.
    for (let place = 0; place < w.actor.edgePeer.length; place++) {
      if (w.actor.edgePeer[place] === h) w.actor.affinity[place] = 100;
    }
    run(w, 3 * HOURS_PER_DAY);

    expect(moved).toMatchObject({ status: 'EXECUTED' });
    expect(asked).toMatchObject({ to: visitor });
    expect(w.actor.city[h]).toBe(target);
    expect(w.actor.city[visitor]).toBe(from);
    expect(checkInvariants(w)).toEqual([]);
  });

  it('gives no automatic consent to a request from before the rule', () => {
    const { w, h, visitor } = world();
    const consent = ask(w, { type: 'SHARED_HOME', from: h, to: visitor, terms: {}, left: 0 });
    addEdge(w, h, visitor, EDGE_KIND.ACQUAINTANCE);
    for (let place = 0; place < w.actor.edgePeer.length; place++) {
      if (w.actor.edgePeer[place] === h) w.actor.affinity[place] = 100;
    }

    run(w, 3 * HOURS_PER_DAY);

    expect(consent.state).toBe('DECLINED');
    end(w, consent, 'ENDED');
  });
});

describe('the kernel', () => {
  it('stops at a move that would make the state invalid', () => {
    const { w, h, visitor } = world();
    const from = w.actor.city[h];
    const target = (from + 1) % 3;
    const free = w.lists.vacant[target]?.[0] as number;
    const lived = w.actor.home.find((d) => d >= 0 && w.dwelling.city[d] === target) as number;

    expect(() => relocate(w, visitor, target, free)).toThrow('I7');
    expect(() => relocate(w, h, from, w.lists.vacant[from]?.[0] as number)).toThrow('I6');
    expect(() => relocate(w, h, target, lived)).toThrow('I6');
    expect(checkInvariants(w)).toEqual([]);
  });

  it('checks every invariant in an hour with an input, not only at the end of the day', () => {
    const { w } = world();
    while (w.tick % HOURS_PER_DAY === 0) step(w, []);
    w.city.population[0] += 1;

    expect(() => step(w, [{ kind: 'actor.change', actorId: actorId(w, 0), autonomy: 0.5 }])).toThrow('I7');
  });

  it('does not check an hour without an input before the end of the day', () => {
    const { w } = world();
    while (w.tick % HOURS_PER_DAY !== 1) step(w, []);
    w.city.population[0] += 1;

    expect(() => step(w, [])).not.toThrow();
  });
});
