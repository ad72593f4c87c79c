/** One licence, one use: a business may use a priced skill while its owner holds a licence that no other business uses. */
import { emit } from './events.ts';
import { businessId } from './ids.ts';
import { BUSINESS_STATUS, SKILL_SLOTS } from './layout.ts';
import type { World } from './state.ts';

export const licencesHeld = (w: World, h: number, certificateId: string): number =>
  w.side.items.reduce(
    (sum, { owner, kind, ref, quantity }) =>
      owner === h && kind === 'SKILL_LICENCE' && ref?.id === certificateId ? sum + quantity : sum,
    0,
  );

const isOpen = (w: World, f: number): boolean => w.business.status[f] === BUSINESS_STATUS.active;

/** How many open businesses of an actor use a certificate. */
export function licencesUsed(w: World, h: number, certificate: number): number {
  let used = 0;
  for (let f = 0; f < w.rows.business; f++) {
    if (!isOpen(w, f) || w.business.owner[f] !== h) continue;
    if (w.business.skills.subarray(f * SKILL_SLOTS, (f + 1) * SKILL_SLOTS).includes(certificate)) used++;
  }
  return used;
}

/** Called at the start of every month, in the order of businesses. A skill without its licence is no longer used. */
export function checkLicences(w: World): void {
  if (w.params.switches.licenceChecks !== true || w.side.certificates.length === 0) return;
  const used = new Map<string, number>();
  for (let f = 0; f < w.rows.business; f++) {
    if (!isOpen(w, f)) continue;
    for (let place = f * SKILL_SLOTS; place < (f + 1) * SKILL_SLOTS; place++) checkSlot(w, f, place, used);
  }
}

function checkSlot(w: World, f: number, place: number, used: Map<string, number>): void {
  const row = w.business.skills[place];
  const certificate = row < 0 ? undefined : w.side.certificates[row];
  if (certificate === undefined || certificate.isFree) return;
  const owner = w.business.owner[f];
  const key = `${owner}/${row}`;
  const inUse = (used.get(key) ?? 0) + 1;
  if (inUse > licencesHeld(w, owner, certificate.id)) loseSkill(w, f, place, 'no_licence');
  else used.set(key, inUse);
}

function loseSkill(w: World, f: number, place: number, reason: string): void {
  const certificateId = w.side.certificates[w.business.skills[place]]?.id;
  w.business.skills[place] = -1;
  const subject = { type: 'business', id: businessId(w, f) };
  emit(w, 'business.skill_lost', { business: f, city: w.business.city[f], subject, data: { certificateId, reason } });
}
