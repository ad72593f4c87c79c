import { writeFileSync } from 'node:fs';
import type { RuleHitRow, WildFigures } from '../measure/wild-figures.ts';
import type { Parts } from './wild-section.ts';

/** How often each rule fires on published skills, stored as data for the rule pages. */
type RuleHits = { readonly tune: PartRuleHits | null; readonly check: PartRuleHits | null };
type PartRuleHits = { readonly skills: number; readonly rows: readonly RuleHitRow[] };

const FILE = new URL('../rule-hits.json', import.meta.url);

const toPart = (figures: WildFigures | undefined): PartRuleHits | null =>
  figures === undefined ? null : { skills: figures.skills, rows: figures.fires };

/** Only a run over both parts replaces the record: half of one would look like a rule that never hits. */
export function writeRuleHits({ tune, check }: Parts): void {
  if (tune === undefined || check === undefined) return;
  const hits: RuleHits = { tune: toPart(tune), check: toPart(check) };
  writeFileSync(FILE, `${JSON.stringify(hits, null, 1)}\n`);
}
