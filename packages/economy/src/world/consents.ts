/** Agreements between two actors: request, answer, end. An active bond is an edge of its kind. */
import { emit } from './events.ts';
import { rentOf } from './homes.ts';
import { actorId, worldId } from './ids.ts';
import { ACTOR_FLAGS, EDGES_MAX } from './layout.ts';
import { HOURS_PER_DAY } from './params.ts';
import { isApproachable, isVisiting } from './presence.ts';
import { addEdge, EDGE_KIND, edgePlace, feel, hasPartner, isBound, setEdgeKind } from './relations.ts';
import type { Consent } from './side.ts';
import type { World } from './state.ts';
import { mayAffordThere, moveFee, relocate } from './steps/migration.ts';

const CONSENT_TICKS = 3 * HOURS_PER_DAY;
/** How long ended consents are kept. */
const REMEMBERED_TICKS = 28 * HOURS_PER_DAY;
const YES_FROM = 60;
/** The value of each proposal type for the asked actor, in addition to affinity and trust. */
const WORTH: { readonly [Type in Consent['type']]: number } = {
  PARTNERSHIP: -20,
  ALLIANCE: 0,
  MENTORSHIP: 15,
  SHARED_HOME: -10,
  TRADE: 30,
  MOVE_TOGETHER: 0,
};
const BONDS = ['PARTNERSHIP', 'ALLIANCE', 'MENTORSHIP'] as const;
type Bond = (typeof BONDS)[number];
const isBond = (type: Consent['type']): type is Bond => (BONDS as readonly string[]).includes(type);

export const between = (consent: Consent, one: number, other: number): boolean =>
  (consent.from === one && consent.to === other) || (consent.from === other && consent.to === one);

/** Whether the actor has room for one more bound edge. */
function hasPlace(w: World, h: number, peer: number): boolean {
  if (edgePlace(w, h, peer) >= 0) return true;
  for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++)
    if (!isBound(w.actor.edgeKind[place])) return true;
  return false;
}

/** No bonds with visitors, no second partner, and no bonds beyond the free edge slots. */
export const mayBind = (w: World, type: Consent['type'], one: number, other: number): boolean => {
  if (!isApproachable(w, one) || !isApproachable(w, other)) return false;
  if (!isBond(type)) return true;
  if (type === 'PARTNERSHIP' && (hasPartner(w, one) || hasPartner(w, other))) return false;
  return hasPlace(w, one, other) && hasPlace(w, other, one);
};

export function ask(w: World, asked: Pick<Consent, 'type' | 'from' | 'to' | 'terms' | 'left'>): Consent {
  const consent: Consent = {
    id: w.side.nextId++,
    type: asked.type,
    from: asked.from,
    to: asked.to,
    state: 'PENDING',
    terms: asked.terms,
    left: asked.left,
    createdTick: w.tick,
    expiresTick: w.tick + CONSENT_TICKS,
  };
  w.side.consents.push(consent);
  const consentId = worldId(w, 'consent', consent.id);
  const data = { otherActorId: actorId(w, consent.to), type: consent.type, consentId };
  emit(w, 'relation.proposed', { actor: consent.from, subject: { type: 'consent', id: consentId }, data });
  return consent;
}

/** An actor asks its partner for consent to move. */
export function askToMoveAlong(w: World, h: number): void {
  for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
    if (w.actor.edgeKind[place] !== EDGE_KIND.PARTNERSHIP) continue;
    ask(w, { type: 'MOVE_TOGETHER', from: h, to: w.actor.edgePeer[place], terms: {}, left: 0 });
  }
}

function tell(w: World, consent: Consent): void {
  const consentId = worldId(w, 'consent', consent.id);
  emit(w, 'consent.answered', {
    actor: consent.to,
    subject: { type: 'consent', id: consentId },
    data: { consentId, state: consent.state },
  });
}

export function answer(w: World, consent: Consent, isAccepted: boolean): void {
  const isPossible = mayBind(w, consent.type, consent.from, consent.to);
  consent.state = isAccepted && isPossible ? 'ACTIVE' : 'DECLINED';
  consent.expiresTick = null;
  tell(w, consent);
  if (consent.state !== 'ACTIVE') return;
  if (isBond(consent.type)) {
    bind(w, consent.from, consent.to, consent.type);
    // Two unowned actors need only the edge. A list of all couples would grow without limit.
    if (!isOwned(w, consent.from) && !isOwned(w, consent.to)) consent.state = 'ENDED';
  }
  if (consent.type === 'MOVE_TOGETHER') {
    followPartner(w, consent.to, w.actor.city[consent.from]);
    consent.state = 'ENDED';
  }
}

const isOwned = (w: World, h: number): boolean => (w.actor.flags[h] & ACTOR_FLAGS.linked) !== 0;

function bind(w: World, one: number, other: number, type: Bond): void {
  addEdge(w, one, other, EDGE_KIND.ACQUAINTANCE);
  setEdgeKind(w, one, other, EDGE_KIND[type]);
  emit(w, 'relation.changed', { actor: one, subject: { type: 'actor', id: actorId(w, other) }, data: { state: type } });
}

function followPartner(w: World, h: number, city: number): void {
  if (isVisiting(w, h) || w.actor.city[h] === city || w.actor.deposit[h] < moveFee(w, city)) return;
  const home = w.lists.vacant[city]?.find((d) => mayAffordThere(w, h, city, rentOf(w, d)));
  if (home !== undefined) relocate(w, h, city, home);
}

export function end(w: World, consent: Consent, state: 'ENDED' | 'WITHDRAWN' | 'EXPIRED'): void {
  const wasActive = consent.state === 'ACTIVE';
  consent.state = state;
  consent.expiresTick = w.tick;
  tell(w, consent);
  if (!wasActive || !isBond(consent.type)) return;
  setEdgeKind(w, consent.from, consent.to, EDGE_KIND.ACQUAINTANCE);
  feel(w, consent.from, consent.to, 0, 0);
}

/**
 * The other side of a TRADE consent chooses good and price of each sale up to its limit, so only an owner may accept a limit
 * above 0. An autopilot would pay its whole deposit for one ration.
 */
const mayAcceptAlone = (w: World, { type, left }: Consent): boolean =>
  w.params.switches.ownerTrades !== true || type !== 'TRADE' || left === 0;

/** Called when a world adopts the rule: nobody may be charged under a limit that an autopilot may have accepted. */
export function adoptOwnerTrades(w: World): void {
  if (w.params.switches.ownerTrades !== true) return;
  for (const consent of w.side.consents) if (consent.type === 'TRADE' && consent.state === 'ACTIVE') consent.left = 0;
}

/** Autopilot actors answer automatically; for an owned actor only on the last day, so that the owner can answer first. */
export function answerByHeart(w: World): void {
  for (const consent of w.side.consents) {
    if (consent.state !== 'PENDING') continue;
    const { from, to, expiresTick, type } = consent;
    const hoursLeft = (expiresTick ?? 0) - w.tick;
    if (hoursLeft <= 0) end(w, consent, 'EXPIRED');
    else if ((w.actor.flags[to] & ACTOR_FLAGS.remote) !== 0) continue;
    else if (
      to % HOURS_PER_DAY === w.tick % HOURS_PER_DAY &&
      consent.createdTick < w.tick &&
      (!isOwned(w, to) || hoursLeft <= HOURS_PER_DAY)
    ) {
      const place = edgePlace(w, to, from);
      const feeling = place < 0 ? 0 : w.actor.affinity[place] + w.actor.trust[place];
      answer(w, consent, mayAcceptAlone(w, consent) && feeling + WORTH[type] > YES_FROM);
    }
  }
  const isOver = ({ state, createdTick, from, to }: Consent): boolean => {
    if (state === 'PENDING' || state === 'ACTIVE') return false;
    return createdTick < w.tick - REMEMBERED_TICKS || !(isOwned(w, from) || isOwned(w, to));
  };
  if (w.side.consents.some(isOver)) w.side.consents = w.side.consents.filter((consent) => !isOver(consent));
}
