import { describe, expect, it } from 'vitest';
import { enter, openArrivals, settlementOf } from './arrivals.ts';
import type { F64 } from './columns.ts';
import { grantedOf, ownMarks } from './granted.ts';
import { actorId, businessId } from './ids.ts';
import type { Input } from './inputs/types.ts';
import { FUNDS } from './layout.ts';
import { actorAccount, POSTING_KINDS } from './ledger.ts';
import { MARK, TICKS_PER_MONTH, toParams } from './params.ts';
import { load, save, stateHash } from './serialise.ts';
import type { World } from './state.ts';
import { storedFigures } from './statistics.ts';
import { executes } from './testing/players.ts';
import { act, intentOf, neighbour, PLAYER, run, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';

const idOf = (n: number): string => `44444444-4444-7444-8444-${String(n).padStart(12, '0')}`;
const join = (actorId: string): Input => ({ kind: 'actor.join', actorId, name: 'Newcomer' });

/** A settled world of 120 actors with the rule. */
function world(): World {
  const w = smallWorld();
  run(w, TICKS_PER_MONTH + 30);
  w.params = toParams({ actors: 120, cities: 3, switches: { arrivals: true } });
  openArrivals(w);
  // Capacity for a few grants, however small the world is.
  const { arrivals } = w.side;
  if (arrivals !== undefined) {
    const more = 2000 * MARK;
    w.fund.deposit[FUNDS.federal] += more;
    w.nation.issued += more;
    arrivals.reserve += more;
  }
  return w;
}

/** A player that has acted and has its grant in its purse. */
function settled(): { w: World; h: number } {
  const w = world();
  step(w, [join(PLAYER), { kind: 'actor.change', actorId: PLAYER, autonomy: 0 }], { isChecked: true });
  act(w, 'INTENT_REST', { hours: 1 });
  return { w, h: w.lists.givenRows.get(PLAYER) as number };
}
const tell = (w: World, input: Input) => step(w, [input], { isChecked: true }).results[0];
/** Adds issued marks to an account. */
function fund(w: World, deposit: F64, place: number): void {
  const amount = 50_000 * MARK;
  deposit[place] = deposit[place] + amount;
  w.nation.issued += amount;
}

/** The public payments that an actor receives until the next month has closed. */
function paidInMonth(w: World, h: number): string[] {
  const kinds = new Set<string>();
  do {
    const { columns } = step(w, [], { isChecked: w.tick % 24 === 0 }).postings;
    for (let at = 0; at < columns.count; at++)
      if (columns.to[at] === actorAccount(h)) kinds.add(POSTING_KINDS[columns.kind[at] ?? -1] ?? '');
  } while (w.tick % TICKS_PER_MONTH !== 1);
  return ['BENEFIT', 'REBATE', 'COMMONS'].filter((kind) => kinds.has(kind));
}
const figuresOf = (w: World) => Array.from({ length: w.rows.city }, (_, c) => storedFigures(w, c));

describe('a newcomer', () => {
  it('has a grant, a home, suppliers and a plan in the hour of its first intent, and eats within three days', () => {
    const { w, h } = settled();

    expect(w.actor.deposit[h]).toBeGreaterThanOrEqual(200 * MARK);
    expect(grantedOf(w, h)).toBe(w.actor.deposit[h]);
    expect(w.actor.home[h]).toBeGreaterThanOrEqual(0);
    expect(w.actor.plan[h * 3]).toBeGreaterThan(0);
    const granted = grantedOf(w, h);
    run(w, 73);
    expect(grantedOf(w, h)).toBeLessThan(granted);
    expect(settlementOf(w, h).state).toBe('SETTLED');
  });

  it('sees its pay date when the reserve is empty, and is paid when a month has closed', () => {
    const w = world();
    const { arrivals } = w.side;
    if (arrivals === undefined) throw new Error('no rule');
    arrivals.reserve = 0;
    step(w, [join(PLAYER)], { isChecked: true });
    act(w, 'INTENT_REST', { hours: 1 }, { priority: 1 });
    const h = w.lists.givenRows.get(PLAYER) as number;

    expect(settlementOf(w, h)).toMatchObject({ state: 'OWED', dueTick: 2 * TICKS_PER_MONTH });
    expect(w.actor.deposit[h]).toBe(0);
    arrivals.reserve = 0;
    run(w, 2 * TICKS_PER_MONTH - w.tick + 1);
    arrivals.reserve = 1000 * MARK;
    run(w, TICKS_PER_MONTH);
    expect(settlementOf(w, h).state).toBe('SETTLED');
    expect(w.actor.moneyIn[h] + w.actor.deposit[h]).toBeGreaterThan(0);
  });

  it('joins at one an hour, and its intent returns the time', () => {
    const w = world();
    const wallets = [1, 2, 3].map(idOf);
    step(w, wallets.map(join), { isChecked: true });
    const { results } = step(
      w,
      wallets.map((one) => intentOf('INTENT_REST', { hours: 1 }, { actorId: one })),
      { isChecked: true },
    );

    const first = w.tick - 1;
    expect(results.map((one) => (one.isDone ? one.data.earliestTick : one.code))).toEqual([
      first,
      first + 1,
      first + 2,
    ]);
    const done: number[] = [];
    for (let hour = 0; hour < 3; hour++) done.push(step(w, [], { isChecked: true }).intents.length);
    expect(done).toEqual([1, 1, 0]);
  });

  it('cannot give, stake or found with granted marks', () => {
    const { w, h } = settled();
    const other = actorId(w, neighbour(w, h));
    const hold = { kind: 'hold', actorId: PLAYER, amount: '50000000', reference: 'r' } as const;

    expect(act(w, 'INTENT_TRANSFER', { toActorId: other, amount: '1000000' }).reasonCode).toBe('insufficient_funds');
    for (const purpose of ['STAKE', 'BOND'] as const) {
      expect(tell(w, { ...hold, purpose })).toEqual({ isDone: false, code: 'insufficient_funds' });
    }
    expect(ownMarks(w, h)).toBe(0);
  });

  it('buys a licence with them; a refund restores the tag, and a seller gets tagged marks', () => {
    const { w, h } = settled();
    step(w, [join(idOf(9))], { isChecked: true });
    const seller = w.lists.givenRows.get(idOf(9)) as number;
    const sale = { kind: 'hold', actorId: PLAYER, amount: '50000000', purpose: 'LISTING', reference: 'sale' } as const;
    const before = grantedOf(w, h);

    expect(tell(w, sale)?.isDone).toBe(true);
    expect(grantedOf(w, h)).toBe(before - 50 * MARK);
    expect(tell(w, { ...sale, kind: 'release' })?.isDone).toBe(true);
    expect([grantedOf(w, h), ownMarks(w, h)]).toEqual([before, 0]);

    tell(w, sale);
    tell(w, { ...sale, kind: 'release', actorId: idOf(9), amount: '47500000' });
    expect([w.actor.deposit[seller], ownMarks(w, seller)]).toEqual([47.5 * MARK, 0]);
  });

  it("cannot pay a player's business with them", () => {
    const { w, h } = settled();
    step(w, [join(idOf(9))], { isChecked: true });
    const f = w.lists.byCitySector[w.actor.city[h] * 4]?.[0] as number;
    w.business.stock[f] += 5;
    w.business.opening[f] += 5;
    const buy = { businessId: businessId(w, f), quantity: 1 };
    w.business.owner[f] = w.lists.givenRows.get(idOf(9)) as number;

    expect(act(w, 'INTENT_BUY_GOODS', buy).reasonCode).not.toBeNull();
    w.business.owner[f] = -1;
    w.actor.needs[h * 6 + 1] = 40;
    expect(act(w, 'INTENT_BUY_GOODS', buy).reasonCode).toBeNull();
    expect(w.actor.needs[h * 6 + 1]).toBe(48);
    expect(w.side.items.filter(({ owner }) => owner === h)).toEqual([]);
  });

  it('gets benefits only for the months that it has worked, and no rebate or share of the commons before', () => {
    const { w, h } = settled();
    executes(w, 'INTENT_SET_RESERVATION_WAGE', { amount: String(300 * MARK) });
    const { arrivals } = w.side;
    if (arrivals === undefined) throw new Error('no rule');
    w.city.publicPosts.fill(0);
    for (let c = 0; c < w.rows.city; c++) fund(w, w.city.deposit, c);
    fund(w, w.fund.deposit, FUNDS.commons);

    const months = [0, 2, 0, 0].map((worked) => {
      if (worked > 0) arrivals.worked[h] = worked;
      return paidInMonth(w, h);
    });

    expect(months[0]).toEqual([]);
    expect(months[1]).toEqual(expect.arrayContaining(['BENEFIT', 'REBATE', 'COMMONS']));
    expect(months[2]).toContain('BENEFIT');
    expect(months[3]).not.toContain('BENEFIT');
  });
});

describe('the reserve for arrivals', () => {
  it('keeps a fifth of the rebates, up to its target, so that later newcomers are paid', () => {
    const w = world();
    const { arrivals } = w.side;
    if (arrivals === undefined) throw new Error('no rule');
    w.fund.deposit[FUNDS.federal] -= arrivals.reserve;
    w.nation.issued -= arrivals.reserve;
    arrivals.reserve = 0;
    for (let c = 0; c < w.rows.city; c++) fund(w, w.city.deposit, c);
    const target = w.city.publicWage.reduce((sum, wage, c) => sum + 0.05 * wage * w.city.population[c], 0);

    run(w, TICKS_PER_MONTH);

    expect(arrivals.reserve).toBeGreaterThan(0.9 * target);
    expect(arrivals.reserve).toBeLessThan(1.1 * target);
    expect(w.fund.deposit[FUNDS.federal]).toBeGreaterThanOrEqual(arrivals.reserve);
  });
});

describe('visitors', () => {
  it('change no figure of any month, whatever their number', () => {
    const [quiet, busy] = [world(), world()];
    step(quiet, []);
    step(
      busy,
      Array.from({ length: 300 }, (_, n) => join(idOf(n))),
      { isChecked: true },
    );
    for (const w of [quiet, busy]) run(w, 3 * TICKS_PER_MONTH);

    expect(busy.rows.actor).toBe(quiet.rows.actor + 300);
    expect(figuresOf(busy)).toEqual(figuresOf(quiet));
    expect(busy.nation.wealthSteps).toEqual(quiet.nation.wealthSteps);
  });

  it('are kept in a snapshot with all debts and grants', () => {
    const { w } = settled();
    step(w, [join(idOf(1)), join(idOf(2))]);
    const copy = load(save(w));

    for (const one of [w, copy])
      run(one, 60, [intentOf('INTENT_REST', { hours: 1 }, { id: idOf(77), actorId: idOf(2) })]);
    expect(stateHash(copy)).toBe(stateHash(w));
  });
});

it('a world that adopts the rule fills its reserve from its treasuries once, and creates no money', () => {
  const w = smallWorld();
  run(w, 30);
  const issued = w.nation.issued;
  const change: Input = { kind: 'params.change', change: { switches: { arrivals: true } } };

  expect(w.side.arrivals).toBeUndefined();
  expect(tell(w, change)?.isDone).toBe(true);
  const reserve = w.side.arrivals?.reserve ?? 0;
  expect(reserve).toBeGreaterThan(0);
  expect(w.fund.deposit[FUNDS.federal]).toBeGreaterThanOrEqual(reserve);
  tell(w, change);
  expect(w.side.arrivals?.reserve).toBe(reserve);
  expect(w.nation.issued).toBe(issued);
  // A visitor that enters by a fork becomes a resident at once.
  step(w, [join(PLAYER)]);
  enter(w, w.lists.givenRows.get(PLAYER) as number);
  expect(() => run(w, 25)).not.toThrow();
});
