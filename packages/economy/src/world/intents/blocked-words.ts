/** Explanations of blocked intents for people. Programs use the code. */
import type { Blocked } from './definition.ts';

const MINOR_UNITS = 1_000_000;

const WORDS: Readonly<Record<string, string>> = {
  actor_frozen: 'The actor is frozen by an operator.',
  already_employed: 'The actor already works there.',
  already_voted: 'The actor has already voted on this proposal.',
  bank_capital: 'The bank may not lend more with the capital it has.',
  business_limit: 'The actor already owns as many businesses as it may.',
  certificate_not_valid: 'The certificate is not currently valid.',
  consent_required: 'The other side has not consented, or not to as much.',
  cooldown: 'The actor did this a short while ago. Try again later.',
  credit_refused: 'The bank refuses this loan: the borrower earns too little, has a debt or has defaulted.',
  daily_limit: 'The limit of this act for one day is reached. Try again tomorrow.',
  insolvent: 'The business is insolvent.',
  inventory_full: 'The receiver keeps as many items as an actor may.',
  max_grade: 'The actor has the highest grade already.',
  name_taken: 'Another business has this name.',
  no_builder: 'No builder in this city takes orders now.',
  no_home: 'The actor has no home to leave.',
  no_licence: 'The actor holds no licence for this skill. Buy one first.',
  no_school: 'The city has no school.',
  no_vacancy: 'The employer has no open job that fits.',
  no_vacant_home: 'The city has no vacant home.',
  not_employed: 'The actor has no job.',
  not_listed: 'It is not for sale to this actor.',
  not_owner: 'It does not belong to the actor.',
  not_resident: 'The other actor is a visitor: it becomes a resident with its first intent.',
  not_vacant: 'The home is not vacant.',
  out_of_range: 'A value lies outside what is allowed.',
  out_of_stock: 'The business has less in stock.',
  policy_guard: 'A guard of the city forbids it.',
  price_above_max: 'The price is above the limit that the intent sets.',
  proposal_wrong_state: 'The proposal is no longer open.',
  relation_limit: 'One of the two has as many relations of this kind as it may.',
  rent_above_income_share: 'The rent is more than the actor can afford of its income.',
  reserve_required: 'The business must keep this much as its reserve.',
  same_city: 'The actor lives in this city already.',
  sector_closed: 'Businesses of this sector cannot be founded.',
  slots_full: 'All places for skills are taken.',
  target_not_found: 'What the intent names does not exist.',
  too_tired: 'The actor is too tired.',
  validation_failed: 'The parameters do not fit this intent type.',
  wage_below_min: 'The wage is below the limit that the intent sets.',
  wrong_city: 'It is in another city.',
  wrong_sector: 'The business is of another sector.',
};

const toMarks = (minor: number): string => (Math.ceil(minor) / MINOR_UNITS).toString();

export function inWords(blocked: NonNullable<Blocked>): string {
  if (typeof blocked === 'string') return WORDS[blocked] ?? `It is not possible now (${blocked}).`;
  if ('most' in blocked) return `The bank lends at most ${toMarks(blocked.most)} marks to this actor for this time.`;
  const { needed, available } = blocked;
  return `Needs ${toMarks(needed)} marks; ${toMarks(available)} are available, ${toMarks(needed - available)} are missing.`;
}
