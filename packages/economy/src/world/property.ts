/** Sales of dwellings. */
import { emit } from './events.ts';
import { CITY_OWNED, rentOf } from './homes.ts';
import { actorId, propertyId } from './ids.ts';
import { ACTOR_FLAGS, TAXES } from './layout.ts';
import { actorAccount, cityAccount, move } from './ledger.ts';
import type { World } from './state.ts';

const TRANSFER_TAX = 0.02;
/** The value of a dwelling in months of rent, and the price that a resident asks for one. */
const [VALUE_MONTHS, RESIDENT_MONTHS] = [48, 60] as const;

export const worthOf = (w: World, d: number): number => Math.floor(rentOf(w, d) * VALUE_MONTHS);

/**
 * The price for which a player can buy a dwelling now; 0 if it is not for sale. Cities sell their vacant dwellings,
 * residents without a player those that they do not live in.
 */
export function askedPrice(w: World, d: number): number {
  const { salePrice, owner, standing, vacantPlace, tenant } = w.dwelling;
  const { cityHomes, askingPrices } = w.params.switches;
  if (salePrice[d] > 0 || standing[d] !== 1) return salePrice[d];
  if (owner[d] === CITY_OWNED) return cityHomes === true && vacantPlace[d] >= 0 ? worthOf(w, d) : 0;
  const isPlayers = (w.actor.flags[owner[d]] & ACTOR_FLAGS.linked) !== 0;
  return askingPrices === true && !isPlayers && tenant[d] !== owner[d] ? Math.floor(rentOf(w, d) * RESIDENT_MONTHS) : 0;
}

/** Sells at the asked price. The seller pays the tax. Tenants stay. */
export function sellProperty(w: World, d: number, buyer: number): void {
  const { owner, city, salePrice, rentAsked } = w.dwelling;
  const [seller, c, price] = [owner[d], city[d], askedPrice(w, d)];
  const account = seller === CITY_OWNED ? cityAccount(c) : actorAccount(seller);
  move(w, actorAccount(buyer), account, price, 'PROPERTY');
  if (seller !== CITY_OWNED)
    w.city.taxes[c * TAXES.length + 3] += move(w, account, cityAccount(c), price * TRANSFER_TAX, 'TAX');
  owner[d] = buyer;
  salePrice[d] = 0;
  rentAsked[d] = 0;
  const data = { buyerId: actorId(w, buyer), price };
  emit(w, 'property.sold', { actor: buyer, city: c, subject: { type: 'property', id: propertyId(w, d) }, data });
}
