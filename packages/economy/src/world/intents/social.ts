/** Bonds between actors, and transfers of items. */
import { answer, ask, between, end, mayBind } from '../consents.ts';
import { emit } from '../events.ts';
import { actorId, actorRow, sideRow, worldId } from '../ids.ts';
import { actorAccount, move } from '../ledger.ts';
import { mayAsk, mayKeepMore } from '../player-limits.ts';
import { isApproachable } from '../presence.ts';
import { edgePlace, feel, removeEdge } from '../relations.ts';
import type { Consent, Item } from '../side.ts';
import type { World } from '../state.ts';
import { covered, define } from './definition.ts';

const GIFT_FEELING = 5;

const openBetween = (w: World, one: number, other: number, type: Consent['type']): Consent | undefined =>
  w.side.consents.find(
    (consent) =>
      consent.type === type &&
      between(consent, one, other) &&
      (consent.state === 'PENDING' || consent.state === 'ACTIVE'),
  );

const maxAmount = (terms: Readonly<Record<string, unknown>> | undefined): number | undefined => {
  const text = terms?.maxAmount ?? '0';
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

export const proposeRelation = define('INTENT_PROPOSE_RELATION', {
  check: (w, h, { targetActorId, type, terms }) => {
    const target = actorRow(w, targetActorId);
    if (target === undefined || target === h) return 'target_not_found';
    if (!isApproachable(w, target)) return 'not_resident';
    const needsSameCity = type === 'PARTNERSHIP' || type === 'SHARED_HOME';
    if (needsSameCity && w.actor.city[target] !== w.actor.city[h]) return 'wrong_city';
    if (!mayBind(w, type, h, target) || !mayAsk(w, h)) return 'relation_limit';
    if (type === 'TRADE' && maxAmount(terms) === undefined) return 'out_of_range';
    return openBetween(w, h, target, type) === undefined ? null : 'cooldown';
  },
  effect: () => ({ needs: { social: 6 } }),
  apply: (w, h, { targetActorId, type, terms }) => {
    const to = actorRow(w, targetActorId) as number;
    ask(w, { type, from: h, to, terms: terms ?? {}, left: type === 'TRADE' ? (maxAmount(terms) ?? 0) : 0 });
  },
});

const boundWith = (w: World, h: number, other: number): Consent[] =>
  w.side.consents.filter((consent) => between(consent, h, other) && consent.state === 'ACTIVE');

export const endRelation = define('INTENT_END_RELATION', {
  check: (w, h, { targetActorId }) => {
    const target = actorRow(w, targetActorId);
    if (target === undefined) return 'target_not_found';
    return edgePlace(w, h, target) < 0 && boundWith(w, h, target).length === 0 ? 'target_not_found' : null;
  },
  effect: () => ({ needs: { social: -6 } }),
  apply: (w, h, { targetActorId }) => {
    const target = actorRow(w, targetActorId) as number;
    for (const consent of boundWith(w, h, target)) end(w, consent, 'ENDED');
    removeEdge(w, h, target);
    emit(w, 'relation.changed', { actor: h, subject: { type: 'actor', id: targetActorId }, data: { state: 'ENDED' } });
  },
});

const consentOf = (w: World, id: string): Consent | undefined => {
  const row = sideRow(w, 'consent', id);
  return row === undefined ? undefined : w.side.consents.find((consent) => consent.id === row);
};

export const respondConsent = define('INTENT_RESPOND_CONSENT', {
  check: (w, h, { consentId, accept }) => {
    const consent = consentOf(w, consentId);
    if (consent === undefined || consent.state !== 'PENDING') return 'target_not_found';
    if (consent.from === h) return accept ? 'not_owner' : null;
    return consent.to === h ? null : 'not_owner';
  },
  apply: (w, h, { consentId, accept }) => {
    const consent = consentOf(w, consentId) as Consent;
    if (consent.from === h) end(w, consent, 'WITHDRAWN');
    else answer(w, consent, accept);
  },
});

const itemOf = (w: World, h: number, id: string): Item | undefined => {
  const row = sideRow(w, 'item', id);
  return w.side.items.find((item) => item.id === row && item.owner === h && item.quantity > 0);
};
const tradeWith = (w: World, h: number, other: number): Consent | undefined =>
  w.side.consents.find(
    (consent) => consent.type === 'TRADE' && consent.state === 'ACTIVE' && between(consent, h, other),
  );

/** Licences are personal: a transferred licence could otherwise still be returned for its price. */
const mayPass = (w: World, item: Item | undefined, quantity: number): boolean => {
  if (item === undefined || item.quantity < quantity || item.kind === 'REVIEW_LICENCE') return false;
  return item.kind !== 'SKILL_LICENCE' || w.params.switches.licenceChecks !== true;
};

function passItem(w: World, item: Item, quantity: number, to: number, unitCost: number | null): void {
  item.quantity -= quantity;
  w.side.items = w.side.items.filter((one) => one.quantity > 0);
  const { kind, name, quality, ref } = item;
  w.side.items.push({
    id: w.side.nextId++,
    owner: to,
    kind,
    name,
    quantity,
    quality,
    ref,
    unitCost,
    acquiredTick: w.tick,
  });
}

const emitItemPassed = (w: World, h: number, item: Item, quantity: number, toActorId: string): void => {
  const itemId = worldId(w, 'item', item.id);
  emit(w, 'item.moved', { actor: h, subject: { type: 'item', id: itemId }, data: { itemId, quantity, toActorId } });
};

export const sellItem = define('INTENT_SELL_ITEM', {
  check: (w, h, { itemId, quantity, unitPrice, toActorId }) => {
    const buyer = actorRow(w, toActorId);
    if (buyer === undefined || buyer === h) return 'target_not_found';
    if (!mayPass(w, itemOf(w, h, itemId), quantity)) return 'not_owner';
    const price = Number(unitPrice) * quantity;
    const consent = tradeWith(w, h, buyer);
    if (consent === undefined || consent.left < price) return 'consent_required';
    if (!mayKeepMore(w, buyer)) return 'inventory_full';
    return covered(w.actor.deposit[buyer], price);
  },
  effect: (_w, _h, { quantity, unitPrice }) => ({ money: Number(unitPrice) * quantity }),
  apply: (w, h, { itemId, quantity, unitPrice, toActorId }) => {
    const [buyer, item] = [actorRow(w, toActorId) as number, itemOf(w, h, itemId) as Item];
    const amount = move(w, actorAccount(buyer), actorAccount(h), Number(unitPrice) * quantity, 'GOODS');
    (tradeWith(w, h, buyer) as Consent).left -= amount;
    passItem(w, item, quantity, buyer, Number(unitPrice));
    emitItemPassed(w, h, item, quantity, toActorId);
    const data = { buyerId: toActorId, sellerId: actorId(w, h), good: item.kind, quantity, amount };
    emit(w, 'trade.settled', { actor: h, subject: { type: 'actor', id: toActorId }, data });
  },
});

export const giveItem = define('INTENT_GIVE_ITEM', {
  check: (w, h, { itemId, quantity, toActorId }) => {
    const target = actorRow(w, toActorId);
    if (target === undefined || target === h) return 'target_not_found';
    if (!mayPass(w, itemOf(w, h, itemId), quantity ?? 1)) return 'not_owner';
    if (tradeWith(w, h, target) === undefined) return 'consent_required';
    return mayKeepMore(w, target) ? null : 'inventory_full';
  },
  effect: () => ({ needs: { social: 6 } }),
  apply: (w, h, { itemId, quantity, toActorId }) => {
    const [target, item] = [actorRow(w, toActorId) as number, itemOf(w, h, itemId) as Item];
    const given = quantity ?? item.quantity;
    passItem(w, item, given, target, null);
    emitItemPassed(w, h, item, given, toActorId);
    feel(w, h, target, GIFT_FEELING, GIFT_FEELING);
  },
});
