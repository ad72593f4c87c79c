import { writeFileSync } from 'node:fs';
import type { FireRow, WildFigures } from '../measure/wild-figures.ts';
import type { Parts } from './wild-section.ts';

/** How often each rule spoke of a wild skill, kept as data: the pages of the rules print it. */
type Fires = { readonly tune: PartFires | null; readonly check: PartFires | null };
type PartFires = { readonly skills: number; readonly rows: readonly FireRow[] };

const FILE = new URL('../fires.json', import.meta.url);

const toPart = (figures: WildFigures | undefined): PartFires | null =>
  figures === undefined ? null : { skills: figures.skills, rows: figures.fires };

/** Only a run over both parts replaces the record: half of one would look like a rule that never fires. */
export function writeFires({ tune, check }: Parts): void {
  if (tune === undefined || check === undefined) return;
  const fires: Fires = { tune: toPart(tune), check: toPart(check) };
  writeFileSync(FILE, `${JSON.stringify(fires, null, 1)}\n`);
}
