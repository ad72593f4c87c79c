/** Intents of business owners: open, run, sell and close a business. */

import { BUSINESS_TYPES } from '@assay/protocol';
import { offerPrice } from '../business-offers.ts';
import { certificateRow } from '../certificate-rows.ts';
import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { ownMarks } from '../granted.ts';
import { actorId, actorRow, businessRow, cityRow } from '../ids.ts';
import { BUSINESS_STATUS, HIRING_LEVER, LEVERS, PRICE_LEVER, SKILL_SLOTS, WAGE_LEVER } from '../layout.ts';
import { actorAccount, businessAccount, move } from '../ledger.ts';
import { licencesHeld, licencesUsed } from '../licences.ts';
import { nameOfBusiness } from '../names.ts';
import { HOURS_PER_DAY, SECTOR_COUNT, SECTORS, TICKS_PER_MONTH } from '../params.ts';
import { hasPlayerLimits, isPriceAllowed, isWageAllowed } from '../player-limits.ts';
import { typeNumber } from '../seed/types.ts';
import { indexBusinesses, type World } from '../state.ts';
import { windUp } from '../steps/business-failures.ts';
import { openBusiness } from '../steps/business-openings.ts';
import { diceFor } from '../steps/dice.ts';
import { LEAST_PRICE } from '../steps/limits.ts';
import { findWish, setWish } from '../wishes.ts';
import { covered, define } from './definition.ts';

const OWNED_MAX = 3;
const MANUAL_TICKS = 3 * TICKS_PER_MONTH;
const FOUNDING_COOLDOWN_TICKS = 28 * HOURS_PER_DAY;
const [LEAST_WAGE_SHARE, MOST_WAGE, MOST_PRICE, LEAST_POSTS] = [0.3, 10, 5, 3] as const;

/** The business when this actor owns it and it is open, else a problem code. */
function owned(w: World, h: number, id: string): { f: number } | { code: string } {
  const f = businessRow(w, id);
  if (f === undefined || w.business.status[f] !== BUSINESS_STATUS.active) return { code: 'target_not_found' };
  return w.business.owner[f] === h ? { f } : { code: 'not_owner' };
}

/** A check for owners: the code of `owned`, else the result of the guard. */
const forOwner =
  <Params extends { businessId: string }>(guard: (w: World, f: number, params: Params) => string | null = () => null) =>
  (w: World, h: number, params: Params): string | null => {
    const found = owned(w, h, params.businessId);
    return 'code' in found ? found.code : guard(w, found.f, params);
  };
const rowOf = (w: World, id: string): number => businessRow(w, id) as number;

const takeLever = (w: World, f: number, lever: number): void => {
  w.business.manualUntil[f * LEVERS.length + lever] = w.tick + MANUAL_TICKS;
};

const freeSlot = (w: World): number => {
  for (let f = 0; f < w.rows.business; f++) if (w.business.status[f] !== BUSINESS_STATUS.active) return f;
  return -1;
};
const ownedCount = (w: World, h: number): number => {
  let count = 0;
  for (let f = 0; f < w.rows.business; f++) if (w.business.status[f] === 1 && w.business.owner[f] === h) count++;
  return count;
};
const isTaken = (w: World, name: string): boolean => {
  const wanted = name.toLowerCase();
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] === 1 && nameOfBusiness(w, f).toLowerCase() === wanted) return true;
  }
  return false;
};

export const foundBusiness = define('INTENT_FOUND_BUSINESS', {
  check: (w, h, { cityId, sector, type, name, capital }) => {
    const c = cityRow(w, cityId);
    if (c === undefined) return 'target_not_found';
    if (!(SECTORS as readonly string[]).includes(sector)) return 'sector_closed';
    if (type !== undefined && !(BUSINESS_TYPES[sector] as readonly string[]).includes(type)) return 'wrong_sector';
    if (findWish(w, h, 'founding') !== undefined) return 'cooldown';
    if (Number(capital) < w.params.foundingCapital * w.city.publicWage[c]) return 'out_of_range';
    const short = covered(ownMarks(w, h), Number(capital));
    if (short !== null) return short;
    if (ownedCount(w, h) >= OWNED_MAX || freeSlot(w) < 0) return 'business_limit';
    return isTaken(w, name) ? 'name_taken' : null;
  },
  effect: (_w, _h, { capital }) => ({ money: -Number(capital) / 2, needs: { purpose: 10 } }),
  apply: (w, h, { cityId, sector, type, name, capital }) => {
    const slot = freeSlot(w);
    const place = (SECTORS as readonly string[]).indexOf(sector);
    const kind = typeNumber(type ?? BUSINESS_TYPES[sector][0]);
    const dice = diceFor(w, 'newcomers', slot);
    openBusiness(w, {
      slot,
      founder: h,
      city: cityRow(w, cityId) as number,
      sector: place,
      capital: Number(capital),
      type: kind,
      dice,
    });
    w.side.businessNames.push([slot, name]);
    indexBusinesses(w);
    setWish(w, { actor: h, kind: 'founding', value: slot, other: 0, untilTick: w.tick + FOUNDING_COOLDOWN_TICKS });
  },
});

const meanPrice = (w: World, f: number): number => {
  const peers = w.lists.byCitySector[w.business.city[f] * SECTOR_COUNT + w.business.sector[f]] as Rows;
  return peers.reduce((sum, g) => sum + w.business.price[g], 0) / Math.max(1, peers.length);
};

/** The rule of worlds without player limits: the business's own price is part of the mean. */
const isNearMean = (w: World, f: number, price: number): boolean =>
  price >= LEAST_PRICE && price <= MOST_PRICE * meanPrice(w, f);

export const setPrice = define('INTENT_SET_PRICE', {
  check: forOwner((w, f, { unitPrice }) => {
    const isAllowed = hasPlayerLimits(w) ? isPriceAllowed : isNearMean;
    return isAllowed(w, f, Number(unitPrice)) ? null : 'out_of_range';
  }),
  apply: (w, h, { businessId: id, unitPrice }) => {
    const f = rowOf(w, id);
    const data = { before: String(w.business.price[f]), after: unitPrice.toString() };
    w.business.price[f] = Number(unitPrice);
    takeLever(w, f, PRICE_LEVER);
    emit(w, 'business.price_changed', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data,
    });
  },
});

/** The rule of worlds without player limits. */
const isNearPublicWage = (w: World, f: number, wage: number): boolean => {
  const reference = w.city.publicWage[w.business.city[f]];
  return wage >= LEAST_WAGE_SHARE * reference && wage <= MOST_WAGE * reference;
};

export const setWage = define('INTENT_SET_WAGE', {
  check: forOwner((w, f, { wage }) => {
    const isAllowed = hasPlayerLimits(w) ? isWageAllowed : isNearPublicWage;
    return isAllowed(w, f, Number(wage)) ? null : 'out_of_range';
  }),
  apply: (w, h, { businessId: id, wage }) => {
    const f = rowOf(w, id);
    const data = { before: String(w.business.wage[f]), after: wage.toString() };
    w.business.wage[f] = Number(wage);
    takeLever(w, f, WAGE_LEVER);
    emit(w, 'business.wage_changed', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data,
    });
  },
});

export const postVacancy = define('INTENT_POST_VACANCY', {
  check: forOwner((w, f, { count }) =>
    count > Math.max(LEAST_POSTS, (w.lists.staff[f] as Rows).length) ? 'out_of_range' : null,
  ),
  apply: (w, h, { businessId: id, count }) => {
    const f = rowOf(w, id);
    w.business.vacancies[f] = count;
    w.business.hadVacancies[f] = count;
    takeLever(w, f, HIRING_LEVER);
    const data = { count, wage: w.business.wage[f] };
    emit(w, 'business.vacancy_posted', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data,
    });
  },
});

export const fireWorker = define('INTENT_FIRE_WORKER', {
  check: forOwner((w, f, params: { businessId: string; actorId: string }) => {
    const worker = actorRow(w, params.actorId);
    return worker === undefined || w.actor.employer[worker] !== f ? 'not_employed' : null;
  }),
  apply: (w, _h, params) => {
    const [business, actor] = [rowOf(w, params.businessId), actorRow(w, params.actorId) as number];
    w.side.dismissals = w.side.dismissals.filter((one) => one.actor !== actor);
    w.side.dismissals.push({ business, actor });
  },
});

export const injectCapital = define('INTENT_INJECT_CAPITAL', {
  check: (w, h, params) => {
    const found = owned(w, h, params.businessId);
    if ('code' in found) return found.code;
    if (params.amount <= 0n) return 'out_of_range';
    return covered(ownMarks(w, h), Number(params.amount));
  },
  effect: (_w, _h, { amount }) => ({ money: -Number(amount) / 2 }),
  apply: (w, h, { businessId: id, amount }) => {
    move(w, actorAccount(h), businessAccount(rowOf(w, id)), Number(amount), 'CAPITAL');
  },
});

/** The cash left after next month's wages and the debt. */
const freeCash = (w: World, f: number): number =>
  w.business.deposit[f] -
  Math.floor((1 + w.params.cashBuffer) * w.business.wage[f] * w.business.units[f]) -
  w.business.debt[f];

export const withdrawProfit = define('INTENT_WITHDRAW_PROFIT', {
  check: forOwner((w, f, { amount }) => {
    if (amount <= 0n) return 'out_of_range';
    return Number(amount) > freeCash(w, f) ? 'reserve_required' : null;
  }),
  effect: (_w, _h, { amount }) => ({ money: Number(amount) }),
  apply: (w, h, { businessId: id, amount }) => {
    move(w, businessAccount(rowOf(w, id)), actorAccount(h), Number(amount), 'DIVIDEND');
  },
});

export const sellBusiness = define('INTENT_SELL_BUSINESS', {
  check: forOwner((w, _f, { toActorId }: { businessId: string; toActorId?: string | undefined }) =>
    toActorId !== undefined && actorRow(w, toActorId) === undefined ? 'target_not_found' : null,
  ),
  apply: (w, _h, { businessId: id, price, toActorId }) => {
    const business = rowOf(w, id);
    w.side.offers = w.side.offers.filter((offer) => offer.business !== business);
    w.side.offers.push({
      business,
      price: Number(price),
      to: toActorId === undefined ? null : (actorRow(w, toActorId) as number),
    });
  },
});

export const buyBusiness = define('INTENT_BUY_BUSINESS', {
  check: (w, h, { businessId: id, maxPrice }) => {
    const f = businessRow(w, id);
    if (f === undefined || w.business.status[f] !== 1) return 'target_not_found';
    const price = offerPrice(w, f, h);
    if (price === undefined || w.business.owner[f] === h) return 'not_listed';
    if (price > Number(maxPrice)) return 'price_above_max';
    if (ownedCount(w, h) >= OWNED_MAX) return 'business_limit';
    return covered(ownMarks(w, h), price);
  },
  effect: (w, h, { businessId: id }) => ({
    money: -(offerPrice(w, rowOf(w, id), h) ?? 0) / 2,
    needs: { purpose: 8 },
  }),
  apply: (w, h, { businessId: id }) => {
    const f = rowOf(w, id);
    const price = offerPrice(w, f, h) ?? 0;
    move(w, actorAccount(h), actorAccount(w.business.owner[f]), price, 'CAPITAL');
    w.business.owner[f] = h;
    w.side.offers = w.side.offers.filter(({ business }) => business !== f);
    indexBusinesses(w);
    emit(w, 'business.sold', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data: { buyerId: actorId(w, h), price },
    });
  },
});

export const closeBusiness = define('INTENT_CLOSE_BUSINESS', {
  check: forOwner((w, f) => (w.business.deposit[f] < w.business.debt[f] ? 'insolvent' : null)),
  effect: () => ({ needs: { purpose: -6 } }),
  apply: (w, _h, { businessId: id }) => {
    windUp(w, rowOf(w, id), BUSINESS_STATUS.closed, 'closed_by_owner');
    indexBusinesses(w);
  },
});

const skillSlot = (w: World, f: number, certificate: number): number => {
  for (let place = f * SKILL_SLOTS; place < (f + 1) * SKILL_SLOTS; place++)
    if (w.business.skills[place] === certificate) return place;
  return -1;
};

export const equipSkill = define('INTENT_EQUIP_SKILL', {
  check: (w, h, { businessId: id, certificateId }) => {
    const found = owned(w, h, id);
    if ('code' in found) return found.code;
    const row = certificateRow(w, certificateId);
    const certificate = w.side.certificates[row];
    if (certificate?.valid !== true) return 'certificate_not_valid';
    const held = licencesHeld(w, h, certificateId);
    const used = w.params.switches.licenceChecks === true ? licencesUsed(w, h, row) : 0;
    if (held <= used && !certificate.isFree) return 'no_licence';
    if (skillSlot(w, found.f, row) >= 0) return 'slots_full';
    return skillSlot(w, found.f, -1) < 0 ? 'slots_full' : null;
  },
  apply: (w, h, { businessId: id, certificateId }) => {
    const f = rowOf(w, id);
    const row = certificateRow(w, certificateId);
    w.business.skills[skillSlot(w, f, -1)] = row;
    const data = { certificateId, bonusBp: w.side.certificates[row]?.bonusBp ?? 0 };
    emit(w, 'business.skill_equipped', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data,
    });
  },
});

export const unequipSkill = define('INTENT_UNEQUIP_SKILL', {
  check: forOwner((w, f, { certificateId }: { businessId: string; certificateId: string }) => {
    const row = certificateRow(w, certificateId);
    return row < 0 || skillSlot(w, f, row) < 0 ? 'target_not_found' : null;
  }),
  apply: (w, h, { businessId: id, certificateId }) => {
    const f = rowOf(w, id);
    w.business.skills[skillSlot(w, f, certificateRow(w, certificateId))] = -1;
    const data = { certificateId, reason: 'unequipped' };
    emit(w, 'business.skill_lost', {
      actor: h,
      business: f,
      city: w.business.city[f],
      subject: { type: 'business', id },
      data,
    });
  },
});
