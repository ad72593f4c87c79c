/** Edges between actors: always in both lists, at most twelve in each. */
import { clamp } from './exact.ts';
import { EDGE_KINDS, EDGES_MAX } from './layout.ts';
import { HOURS_PER_DAY } from './params.ts';
import type { World } from './state.ts';

type EdgeKind = (typeof EDGE_KINDS)[number];
export const EDGE_KIND = Object.fromEntries(EDGE_KINDS.map((kind, index) => [kind, index])) as {
  readonly [Kind in EdgeKind]: number;
};
/** Kinds that rest on a consent: they end by consent, not by affinity. */
const BOUND_FROM = EDGE_KIND.ALLIANCE;
const [FRIEND_FROM, RIVAL_FROM] = [40, -40] as const;
const FEELING_MAX = 100;

/** The index of the edge in the columns, or −1. */
export function edgePlace(w: World, actor: number, peer: number): number {
  const { edgePeer } = w.actor;
  for (let place = actor * EDGES_MAX; place < (actor + 1) * EDGES_MAX; place++)
    if (edgePeer[place] === peer) return place;
  return -1;
}

/** A partner in the same city, or −1. */
export function partnerOf(w: World, actor: number): number {
  const { edgePeer, edgeKind, city } = w.actor;
  for (let place = actor * EDGES_MAX; place < (actor + 1) * EDGES_MAX; place++) {
    const peer = edgePeer[place];
    if (peer >= 0 && edgeKind[place] === EDGE_KIND.PARTNERSHIP && city[peer] === city[actor]) return peer;
  }
  return -1;
}

/** Whether the actor has a partner in any city. */
export function hasPartner(w: World, actor: number): boolean {
  const { edgeKind } = w.actor;
  for (let place = actor * EDGES_MAX; place < (actor + 1) * EDGES_MAX; place++) {
    if (edgeKind[place] === EDGE_KIND.PARTNERSHIP) return true;
  }
  return false;
}

/** A free slot in the actor's list, if necessary by dropping the weakest unbound edge. −1 if all are bound. */
function placeFor(w: World, actor: number): number {
  const { edgePeer, edgeKind, affinity } = w.actor;
  let [weakest, least] = [-1, FEELING_MAX + 1];
  for (let place = actor * EDGES_MAX; place < (actor + 1) * EDGES_MAX; place++) {
    if (edgePeer[place] < 0) return place;
    const strength = Math.abs(affinity[place]);
    if (edgeKind[place] < BOUND_FROM && strength < least) [weakest, least] = [place, strength];
  }
  if (weakest >= 0) removeEdge(w, actor, edgePeer[weakest]);
  return weakest;
}

/** False when one of the two lists is full of bound edges. */
export function addEdge(w: World, one: number, other: number, kind: number): boolean {
  if (one === other) return false;
  const known = edgePlace(w, one, other);
  if (known >= 0) return true;
  const a = placeFor(w, one);
  const b = a < 0 ? -1 : placeFor(w, other);
  if (b < 0) return false;
  writeEdge(w, a, other, kind);
  writeEdge(w, b, one, kind);
  return true;
}

function writeEdge(w: World, place: number, peer: number, kind: number): void {
  w.actor.edgePeer[place] = peer;
  w.actor.edgeKind[place] = kind;
  w.actor.affinity[place] = 0;
  w.actor.trust[place] = 0;
  w.actor.edgeDay[place] = Math.floor(w.tick / HOURS_PER_DAY);
}

export function removeEdge(w: World, one: number, other: number): void {
  for (const place of [edgePlace(w, one, other), edgePlace(w, other, one)]) {
    if (place >= 0) {
      writeEdge(w, place, -1, EDGE_KIND.NONE);
      w.actor.edgeDay[place] = 0;
    }
  }
}

export function setEdgeKind(w: World, one: number, other: number, kind: number): void {
  for (const place of [edgePlace(w, one, other), edgePlace(w, other, one)]) {
    if (place >= 0) w.actor.edgeKind[place] = kind;
  }
}

/** A meeting changes both sides equally. */
export function feel(w: World, one: number, other: number, change: number, trustChange: number): void {
  feelAt(w, edgePlace(w, one, other), change, trustChange);
  feelAt(w, edgePlace(w, other, one), change, trustChange);
}

function feelAt(w: World, place: number, change: number, trustChange: number): void {
  if (place < 0) return;
  const { affinity, trust, edgeKind } = w.actor;
  affinity[place] = clamp(affinity[place] + change, -FEELING_MAX, FEELING_MAX);
  trust[place] = clamp(trust[place] + trustChange, -FEELING_MAX, FEELING_MAX);
  if (edgeKind[place] < BOUND_FROM) edgeKind[place] = kindByFeeling(affinity[place]);
}

const kindByFeeling = (affinity: number): number =>
  affinity > FRIEND_FROM ? EDGE_KIND.FRIENDSHIP : affinity < RIVAL_FROM ? EDGE_KIND.RIVALRY : EDGE_KIND.ACQUAINTANCE;

export const isBound = (kind: number): boolean => kind >= BOUND_FROM;
