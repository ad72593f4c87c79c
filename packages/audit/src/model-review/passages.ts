import { isAtLeast } from '../judge/severity.policy.ts';
import type { Passage, Report } from '../model.ts';

/** The engine finds these in sentences, where it is not to be relied on: the place is worth reading, its guess is not. */
const GUESSED = /^(?:PI|SOC|AGY)-|^(?:EXF-0[48]|COR-11|PER-09)$/;
const WORTH_READING = 'worth reading';

/** What the engine found or set aside, as places to look at, each once; trifles are left out. */
export function passagesOf({ findings, demoted }: Pick<Report, 'findings' | 'demoted'>): Passage[] {
  const places = [...findings, ...demoted]
    .filter(({ file, basis, severity }) => file !== '' && basis !== 'model' && isAtLeast(severity, 'MEDIUM'))
    .map(({ ruleId, file, range, title }) => ({
      file,
      startLine: range.startLine,
      endLine: range.endLine,
      why: GUESSED.test(ruleId) ? WORTH_READING : title,
    }));
  const byPlace = new Map<string, Passage>();
  for (const place of places) {
    const key = `${place.file}\0${place.startLine}`;
    const known = byPlace.get(key);
    if (known === undefined || known.why === WORTH_READING) byPlace.set(key, place);
  }
  return [...byPlace.values()];
}
