/** Monthly changes of people and things outside the economy. */
import { emitActor } from '../events.ts';
import { leaveJob } from '../labour.ts';
import { EDGES_MAX } from '../layout.ts';
import { edgePlace, feel, isBound } from '../relations.ts';
import type { World } from '../state.ts';

/** Dismisses the staff whose business owner gave notice during the month. */
export function dismissByNotice(w: World): void {
  for (const { actor, business } of w.side.dismissals) {
    if (w.actor.employer[actor] !== business) continue;
    leaveJob(w, actor);
    emitActor(w, 'actor.unemployed', actor, { reason: 'dismissed' });
  }
  w.side.dismissals = [];
}

const REPUTATION_MAX = 100;
const WEAR = 10;

/** Reputation recovers, household goods wear out, feelings fade. */
export function ageMonth(w: World): void {
  const { reputation } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) if (reputation[h] < REPUTATION_MAX) reputation[h] += 1;
  for (const item of w.side.items) if (item.kind === 'HOUSEHOLD_GOOD') item.quality = Math.max(0, item.quality - WEAR);
  w.side.items = w.side.items.filter(({ kind, quality }) => kind !== 'HOUSEHOLD_GOOD' || quality > 0);
  fade(w);
}

/** Moves affinity one point towards zero, once for each pair. */
function fade(w: World): void {
  const { edgePeer, edgeKind, affinity } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) {
    for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
      const peer = edgePeer[place];
      if (peer < h || isBound(edgeKind[place]) || affinity[place] === 0) continue;
      if (edgePlace(w, peer, h) >= 0) feel(w, h, peer, affinity[place] > 0 ? -1 : 1, 0);
    }
  }
}
