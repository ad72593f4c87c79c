import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Passage, Report } from '@assay/analysis/types';

/** The engine finds these in sentences, where it is not to be relied on: the place is worth reading, its guess is not. */
const GUESSED = /^(?:PI|SOC|AGY)-|^(?:EXF-0[48]|COR-11|PER-09)$/;
const WORTH_READING = 'worth reading';

/** Places to look at, each once: what the engine points at, found or set aside; trifles are left out. */
export function passagesOf({
  findings,
  demoted,
  passages,
}: Pick<Report, 'findings' | 'demoted' | 'passages'>): Passage[] {
  const found = [...findings, ...demoted]
    .filter(({ file, basis, severity }) => file !== '' && basis !== 'model' && isAtLeast(severity, 'MEDIUM'))
    .map(({ ruleId, file, range, title }) => ({
      file,
      startLine: range.startLine,
      endLine: range.endLine,
      why: GUESSED.test(ruleId) ? WORTH_READING : title,
    }));
  const byPlace = new Map<string, Passage>();
  for (const place of [...passages, ...found]) {
    const key = `${place.file}\0${place.startLine}`;
    const known = byPlace.get(key);
    if (known === undefined || known.why === WORTH_READING) byPlace.set(key, place);
  }
  return [...byPlace.values()];
}
