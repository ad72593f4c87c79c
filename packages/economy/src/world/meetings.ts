/** A meeting of two actors: they become acquainted, and their temperaments decide whether they like each other. */
import type { Rows } from './columns.ts';
import { EDGES_MAX, SOCIABILITY, TRAITS } from './layout.ts';
import { addNeed, SOCIAL } from './needs.ts';
import { isVisiting } from './presence.ts';
import { addEdge, EDGE_KIND, edgePlace, feel } from './relations.ts';
import { Dice } from './rng.ts';
import type { World } from './state.ts';
import { STREAMS } from './steps/dice.ts';

const [LIKED, DISLIKED] = [3, -4] as const;
const GOOD_MEETING = 12;
/** The difference of temperaments, of 255, at which half of the meetings go badly. */
const FIT = 128;

/** With `other` below zero a peer is drawn: a colleague if possible, otherwise any actor of the city. */
export function meet(w: World, h: number, other: number, dice: Dice = meetingDice(w, h)): void {
  const peer = other >= 0 ? other : drawPeer(w, h, dice);
  if (peer < 0 || peer === h) return;
  const { traits } = w.actor;
  const gap = Math.abs(traits[h * TRAITS.length + SOCIABILITY] - traits[peer * TRAITS.length + SOCIABILITY]);
  const isGood = dice.uniform() * 2 * FIT > gap * 0.6;
  if (edgePlace(w, h, peer) < 0 && !addEdge(w, h, peer, EDGE_KIND.ACQUAINTANCE)) return;
  feel(w, h, peer, isGood ? LIKED : DISLIKED, isGood ? 1 : -2);
  if (isGood) {
    addNeed(w, h, SOCIAL, GOOD_MEETING);
    addNeed(w, peer, SOCIAL, GOOD_MEETING);
  }
}

const meetingDice = (w: World, h: number): Dice => new Dice(w.luck, STREAMS.meetings, w.tick, h);

const [KNOWN, COLLEAGUE] = [0.75, 0.5] as const;
const NEIGHBOURS = 40;

/** Mostly an acquaintance, so that repeated meetings form friendships; otherwise a colleague or a neighbour. */
function drawPeer(w: World, h: number, dice: Dice): number {
  const { edgePeer, city, employer } = w.actor;
  if (dice.uniform() < KNOWN) {
    const known: number = edgePeer[h * EDGES_MAX + dice.below(EDGES_MAX)];
    if (known >= 0) return city[known] === city[h] ? known : -1;
  }
  const staff = employer[h] < 0 ? undefined : (w.lists.staff[employer[h]] as Rows);
  if (staff !== undefined && staff.length > 1 && dice.uniform() < COLLEAGUE) return staff[dice.below(staff.length)];
  // Neighbours are adjacent in the table: this forms circles of acquaintances and keeps memory access local.
  const peer = h + (dice.below(2 * NEIGHBOURS + 1) - NEIGHBOURS) * w.rows.city;
  return peer >= 0 && peer < w.rows.actor && city[peer] === city[h] && !isVisiting(w, peer) ? peer : -1;
}
