/** Strategies of an owner of many wallets. Each returns the inputs of one tick. */
import { type Input, view, type World } from '@assay/economy/world';

export type Ring = { readonly world: World; readonly ids: readonly string[]; seq: number };
type Strategy = (ring: Ring, hour: number) => Input[];

const HOURS_PER_DAY = 24;
const HOURS_PER_MONTH = 28 * HOURS_PER_DAY;
const KEEP = 1_000_000n;

function intent(ring: Ring, actorId: string, type: string, params: Record<string, unknown>): Input {
  ring.seq += 1;
  const id = `33333333-3333-7333-8333-${String(ring.seq).padStart(12, '0')}`;
  return { kind: 'intent.submit', intent: { id, actorId, type, params, priority: 1, source: 'owner_suggestion' } };
}

const [FIRST_HOUR, SECOND_HOUR] = [0, 1] as const;
const isSettled = ({ world }: Ring, id: string): boolean => view.wallet(world, id)?.settlement.state === 'SETTLED';
const settled = (ring: Ring): string[] => ring.ids.filter((id) => isSettled(ring, id));
const enter = (ring: Ring): Input[] => ring.ids.map((id) => intent(ring, id, 'INTENT_REST', { hours: 1 }));
const isMonthly = (hour: number): boolean => hour % HOURS_PER_MONTH === 2 * HOURS_PER_DAY;

/** Looks for work, and lives. */
const honest: Strategy = (ring, hour) => {
  if (hour === FIRST_HOUR) return enter(ring);
  if (hour % (7 * HOURS_PER_DAY) !== SECOND_HOUR) return [];
  return settled(ring).flatMap((id) => {
    const { employment, cityId } = view.actorState(ring.world, id) ?? {};
    const [offer] = employment?.state === 'UNEMPLOYED' ? (view.vacancies(ring.world, cityId ?? '') ?? []) : [];
    return offer === undefined ? [] : [intent(ring, id, 'INTENT_APPLY_JOB', { businessId: offer.businessId })];
  });
};

/** Every wallet gives what it has to the first. */
const collect: Strategy = (ring, hour) => {
  if (hour === FIRST_HOUR) return enter(ring);
  const [master = '', ...others] = ring.ids;
  return others
    .filter((id) => isSettled(ring, id))
    .flatMap((id) => {
      const purse = view.wallet(ring.world, id);
      const amount =
        (purse?.available ?? 0n) - (hour % HOURS_PER_DAY === SECOND_HOUR ? 0n : (purse?.granted ?? 0n)) - KEEP;
      return amount <= 0n || hour % HOURS_PER_DAY > SECOND_HOUR
        ? []
        : [intent(ring, id, 'INTENT_TRANSFER', { toActorId: master, amount: amount.toString() })];
    });
};

/** Every wallet buys a licence of the first for all it has, as the marketplace books it. */
const buyFromMaster: Strategy = (ring, hour) => {
  if (hour === FIRST_HOUR) return enter(ring);
  const [master = '', ...others] = ring.ids;
  if (hour % HOURS_PER_DAY !== SECOND_HOUR) return [];
  return others
    .filter((id) => isSettled(ring, id))
    .flatMap((actorId): Input[] => {
      const amount = (view.wallet(ring.world, actorId)?.available ?? 0n) - KEEP;
      if (amount <= 0n) return [];
      const sale = { amount: amount.toString(), purpose: 'LISTING', reference: `sale-${actorId}-${hour}` } as const;
      return [
        { kind: 'hold', actorId, ...sale },
        { kind: 'release', ...sale, actorId: master, amount: ((amount * 95n) / 100n).toString() },
      ];
    });
};

/** Buys a licence with granted marks and has it refunded, then gives the marks away. */
const refund: Strategy = (ring, hour) => {
  if (hour === FIRST_HOUR) return enter(ring);
  const [master = '', ...others] = ring.ids;
  return others
    .filter((id) => isSettled(ring, id))
    .flatMap((actorId): Input[] => {
      const amount = (view.wallet(ring.world, actorId)?.available ?? 0n) - KEEP;
      if (amount <= 0n || hour % HOURS_PER_DAY > 2) return [];
      const sale = {
        actorId,
        amount: amount.toString(),
        purpose: 'LISTING',
        reference: `sale-${actorId}-${hour}`,
      } as const;
      if (hour % HOURS_PER_DAY === SECOND_HOUR)
        return [
          { kind: 'hold', ...sale },
          { kind: 'release', ...sale },
        ];
      return [intent(ring, actorId, 'INTENT_TRANSFER', { toActorId: master, amount: amount.toString() })];
    });
};

/** Works until the first wage, then quits for ever: benefits, rebates and the commons are to pay for doing nothing. */
const quit: Strategy = (ring, hour) => {
  if (hour < HOURS_PER_MONTH + HOURS_PER_DAY) return honest(ring, hour);
  if (!isMonthly(hour)) return [];
  return settled(ring).flatMap((id) =>
    view.actorState(ring.world, id)?.employment.state === 'UNEMPLOYED'
      ? [intent(ring, id, 'INTENT_SET_RESERVATION_WAGE', { amount: String(3n * 100_000_000n) })]
      : [
          intent(ring, id, 'INTENT_QUIT_JOB', {}),
          intent(ring, id, 'INTENT_SET_RESERVATION_WAGE', { amount: String(3n * 100_000_000n) }),
        ],
  );
};

/** Nobody works: each acts once and waits for what the public purse pays. */
const wait: Strategy = (ring, hour) => {
  if (hour === FIRST_HOUR) return enter(ring);
  if (!isMonthly(hour) && hour !== SECOND_HOUR) return [];
  return ring.ids.map((id) => intent(ring, id, 'INTENT_SET_RESERVATION_WAGE', { amount: String(3n * 100_000_000n) }));
};

/** Wages of all wallets go to the first, which founds a business; the others buy there, at five times the usual price. */
const shopAtMaster: Strategy = (ring, hour) => {
  const [master = '', ...others] = ring.ids;
  if (hour < HOURS_PER_MONTH) return honest(ring, hour);
  const own = view.businesses(ring.world).find(({ ownerId }) => ownerId === master);
  const cityId = view.actorState(ring.world, master)?.cityId ?? '';
  if (hour % HOURS_PER_DAY !== SECOND_HOUR) return [];
  if (own === undefined) {
    const capital = (view.wallet(ring.world, master)?.available ?? 0n).toString();
    return [intent(ring, master, 'INTENT_FOUND_BUSINESS', { cityId, sector: 'FOOD', name: `Trap ${hour}`, capital })];
  }
  const price = ((view.business(ring.world, own.id)?.unitPrice ?? 1n) * 5n) / 4n;
  const buys = others
    .filter((id) => isSettled(ring, id))
    .map((id) => intent(ring, id, 'INTENT_BUY_GOODS', { businessId: own.id, quantity: 1 }));
  return [intent(ring, master, 'INTENT_SET_PRICE', { businessId: own.id, unitPrice: price.toString() }), ...buys];
};

/** Monthly wages that a wallet borrows: within three incomes after tax. */
const BORROWED_WAGES = 2n;

/** Works, borrows as soon as a bank lends, buys licences of the first with everything, gives the rest to it, and quits. */
const borrow: Strategy = (ring, hour) => {
  if (hour < HOURS_PER_MONTH + HOURS_PER_DAY) return honest(ring, hour);
  const { world } = ring;
  const [, ...others] = ring.ids;
  if (hour % HOURS_PER_DAY === SECOND_HOUR) return [...buyFromMaster(ring, hour), ...collect(ring, hour)];
  if (hour % HOURS_PER_DAY !== SECOND_HOUR - 1) return [];
  return others.flatMap((id): Input[] => {
    const { employment, cityId } = view.actorState(world, id) ?? {};
    const bank = view.businesses(world, { cityId: cityId ?? '' }).find(({ sector }) => sector === 'BANK');
    if (bank === undefined || employment?.wage == null) return [];
    if ((view.wallet(world, id)?.debt ?? 0n) > 0n) return [intent(ring, id, 'INTENT_QUIT_JOB', {})];
    const amount = (employment.wage * BORROWED_WAGES).toString();
    return [intent(ring, id, 'INTENT_REQUEST_LOAN', { bankId: bank.id, amount, months: 12 })];
  });
};

export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  honest,
  'give all to one': collect,
  'buy a licence from one': buyFromMaster,
  'buy, refund, give to one': refund,
  'quit after the first wage': quit,
  'never work': wait,
  'shop at one': shopAtMaster,
  'borrow, give to one, default': borrow,
};
