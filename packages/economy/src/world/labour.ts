/** Hiring and leaving: an employed actor is on exactly one payroll, at its recorded index. */
import type { Rows } from './columns.ts';
import { GRADE_FACTOR } from './params.ts';
import { isVisiting } from './presence.ts';
import type { World } from './state.ts';

export const gradeFactor = (grade: number): number => GRADE_FACTOR[grade] ?? 1;

const staffOf = (w: World, business: number): Rows => w.lists.staff[business] as Rows;

export function hire(w: World, actor: number, business: number): void {
  const staff = staffOf(w, business);
  w.actor.employer[actor] = business;
  w.actor.payrollPlace[actor] = staff.length;
  w.actor.hiredTick[actor] = w.tick;
  staff.push(actor);
  w.business.units[business] += gradeFactor(w.actor.grade[actor]);
}

/** Removes the actor from its payroll, if any. The last entry of the list takes its index. */
export function leaveJob(w: World, actor: number): void {
  const business = w.actor.employer[actor];
  if (business < 0) return;
  const staff = staffOf(w, business);
  const place = w.actor.payrollPlace[actor];
  const last = staff[staff.length - 1];
  staff[place] = last;
  w.actor.payrollPlace[last] = place;
  staff.pop();
  w.actor.employer[actor] = -1;
  // A sum of floats drifts; without staff it must be exactly zero.
  w.business.units[business] = staff.length === 0 ? 0 : w.business.units[business] - gradeFactor(w.actor.grade[actor]);
}

export const isUnemployed = (w: World, actor: number): boolean =>
  w.actor.employer[actor] < 0 && w.actor.publicPost[actor] === 0 && !isVisiting(w, actor);

export function dismissAll(w: World, business: number): void {
  const staff = staffOf(w, business);
  while (staff.length > 0) leaveJob(w, staff[staff.length - 1]);
}
