/**
 * Marks granted to newcomers stay tagged until they are spent. They can pay for goods, rent, study and licences, but
 * cannot be given away or used as stake, bond or capital. The same applies to as many marks as an actor owes to a bank.
 * Wallets are free, so a transferable grant or loan could be multiplied with more wallets.
 */
import { ACTOR_FLAGS } from './layout.ts';
import type { World } from './state.ts';

const isLinked = (w: World, h: number): boolean => (w.actor.flags[h] & ACTOR_FLAGS.linked) !== 0;

export const grantedOf = (w: World, h: number): number => w.side.arrivals?.granted[h] ?? 0;
/** Granted marks, and as many as the actor owes. */
export const boundOf = (w: World, h: number): number => grantedOf(w, h) + w.actor.debt[h];
/** The marks that an actor may give away, lend or risk. */
export const ownMarks = (w: World, h: number): number => Math.max(0, w.actor.deposit[h] - boundOf(w, h));

function setGranted(w: World, h: number, amount: number): void {
  const { arrivals } = w.side;
  if (arrivals === undefined) return;
  if (amount > 0) arrivals.granted[h] = amount;
  else delete arrivals.granted[h];
}

export const tagGranted = (w: World, h: number, amount: number): void => setGranted(w, h, grantedOf(w, h) + amount);

/** Granted marks are spent first, then borrowed ones. Both are granted marks in the purse of another player. */
export function spendGranted(w: World, from: number, amount: number, to = -1): number {
  const spent = Math.min(boundOf(w, from), amount);
  if (spent === 0) return 0;
  setGranted(w, from, grantedOf(w, from) - spent);
  if (to >= 0 && isLinked(w, to)) tagGranted(w, to, spent);
  return spent;
}

/** Businesses of players do not accept granted marks: the owner would withdraw them as profit. */
export function takesGranted(w: World, business: number): boolean {
  const owner = w.business.owner[business];
  return owner < 0 || !isLinked(w, owner);
}

export const spendableAt = (w: World, h: number, business: number): number =>
  takesGranted(w, business) ? w.actor.deposit[h] : ownMarks(w, h);

type Kept = { readonly purpose: string; readonly reference: string };

/** Marks that the service holds for a purchase keep their tag. A refund restores it, a sale passes it to the seller. */
export function holdGranted(w: World, h: number, amount: number, { purpose, reference }: Kept): void {
  const spent = spendGranted(w, h, amount);
  if (spent > 0) w.side.arrivals?.held.push({ actor: h, reference, purpose, amount: spent });
}

export function releaseGranted(w: World, to: number, amount: number, { purpose, reference }: Kept): void {
  const { arrivals } = w.side;
  if (arrivals === undefined || arrivals.held.length === 0) return;
  let left = amount;
  for (const entry of arrivals.held) {
    // A refund of a licence also returns its upgrades, under one reference.
    const isSameRefund = purpose === 'LISTING' && entry.purpose === purpose && entry.actor === to;
    if (entry.reference !== reference && !isSameRefund) continue;
    const back = Math.min(left, entry.amount);
    left -= back;
    entry.amount = entry.reference === reference ? 0 : entry.amount - back;
    if (isLinked(w, to)) tagGranted(w, to, back);
  }
  arrivals.held = arrivals.held.filter((entry) => entry.amount > 0);
}
