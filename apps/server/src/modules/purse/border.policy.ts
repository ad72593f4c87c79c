/** Pure decisions: which side keeps marks while a world runs, and the inputs that move marks between ledger and world. */
import type { AccountRef, HoldPurpose, Input, IssueReason, SettleShare } from '@assay/economy/world';
import type { Ref } from '@assay/protocol';
import type { Owner } from '../ledger/index.ts';
import { COMMONS, ISSUE, type Net, purseOf, TREASURY, WORLD } from './owners.ts';

export type Act = { readonly kind: string; readonly ref: Ref; readonly reason?: IssueReason | undefined };
export type Hold = { readonly actorId: string; readonly amount: bigint };
type Crossing = {
  /** The part that the ledger books: its own accounts, and the clearing account for marks in the world. */
  readonly booked: readonly Net[];
  /** The amounts that purses in the world must cover. */
  readonly holds: readonly Hold[];
  /** The inputs of the next hour, in this order. */
  readonly inputs: readonly Input[];
};

/** Payment for seats and a share of a slash are income. */
const INCOME: ReadonlySet<string> = new Set([
  'council.settled',
  'canary.paid',
  'validator.vested',
  'validator.slashed',
]);
const PURPOSES: readonly (readonly [prefix: string, purpose: HoldPurpose])[] = [
  ['validator.', 'STAKE'],
  ['listing.', 'LISTING'],
  ['plugin.', 'PLUGIN'],
  ['flag.', 'BOND'],
  ['bond.', 'BOND'],
];
const purposeOf = (kind: string): HoldPurpose => PURPOSES.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'OTHER';

/** Stakes and bonds can be lost to others, so granted marks do not cover them. */
export const isAtRisk = (kind: string): boolean => ['STAKE', 'BOND'].includes(purposeOf(kind));

const isSame = (one: Owner, other: Owner): boolean => one.kind === other.kind && one.id === other.id;

/** The world account of an owner. Undefined for owners whose marks the ledger keeps. */
function insideOf(owner: Owner): AccountRef | undefined {
  if (isSame(owner, TREASURY)) return { type: 'federal' };
  if (isSame(owner, COMMONS)) return { type: 'commons' };
  return isSame(owner, purseOf(owner.id)) ? { type: 'actor', id: owner.id } : undefined;
}

const isInside = (owner: Owner): boolean => insideOf(owner) !== undefined;

/** Splits the moves of an act between the ledger and the world. */
export function toCrossing(net: readonly Net[], act: Act): Crossing {
  const outside = net.filter(({ owner }) => !isInside(owner));
  const inside = net.flatMap(({ owner, amount }) => {
    const account = insideOf(owner);
    return account === undefined ? [] : [{ account, amount }];
  });
  const sum = inside.reduce((total, { amount }) => total + amount, 0n);
  const holds = inside.filter(({ amount }) => amount < 0n).map(toHold);
  const gains = inside.filter(({ amount }) => amount > 0n);
  const issued = -(outside.find(({ owner }) => isSame(owner, ISSUE))?.amount ?? 0n);
  const booked = sum === 0n ? outside : [...outside, { owner: WORLD, amount: sum }];
  return { booked, holds, inputs: [...holds.map(toHoldInput(act)), ...toInputs(act, issued, gains)] };
}

function toHold({ account, amount }: { account: AccountRef; amount: bigint }): Hold {
  if (account.type !== 'actor') throw new Error(`The ${account.type} of the world pays nothing by way of the service.`);
  return { actorId: account.id, amount: -amount };
}

const toHoldInput =
  ({ kind, ref }: Act) =>
  ({ actorId, amount }: Hold): Input => ({
    kind: 'hold',
    actorId,
    amount: amount.toString(),
    purpose: purposeOf(kind),
    reference: ref.id,
  });

type Gain = { readonly account: AccountRef; readonly amount: bigint };

function toInputs({ kind, ref, reason = 'genesis' }: Act, issued: bigint, gains: readonly Gain[]): Input[] {
  const [only, second] = gains;
  const reference = ref.id;
  const issue = (to: AccountRef): Input => ({ kind: 'money.issue', to, amount: issued.toString(), reason, reference });
  // A top-up or a grant is issued directly to its recipient. Marks that stay in pots are issued to the protocol first.
  if (only !== undefined && second === undefined && issued === only.amount) return [issue(only.account)];
  return [
    ...(issued > 0n ? [issue({ type: 'protocol' })] : []),
    ...toPayouts(kind, reference, gains),
    ...(issued < 0n
      ? [{ kind: 'money.retire', amount: (-issued).toString(), reason: 'refund', reference } as const]
      : []),
  ];
}

/** Income and public shares are settled in one input. A refund or a sale is paid in full. */
function toPayouts(kind: string, reference: string, gains: readonly Gain[]): Input[] {
  const isIncome = INCOME.has(kind);
  const shares = gains.flatMap(({ account, amount }): SettleShare[] => {
    if (account.type !== 'actor') return [{ to: account, amount: amount.toString(), purpose: 'OTHER' }];
    return isIncome ? [{ to: account, amount: amount.toString(), purpose: 'REWARD' }] : [];
  });
  const releases = gains.flatMap(({ account, amount }): Input[] => {
    if (account.type !== 'actor' || isIncome) return [];
    return [{ kind: 'release', actorId: account.id, amount: amount.toString(), purpose: purposeOf(kind), reference }];
  });
  return [...(shares.length === 0 ? [] : [{ kind: 'council.settle', reference, shares } as const]), ...releases];
}
