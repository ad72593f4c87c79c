import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Passage, Report } from '@assay/analysis/types';

/** Places for a reader to look at, without duplicates: findings and demoted findings of the engine, except minor ones. */
export function passagesOf({
  findings,
  demoted,
  passages,
}: Pick<Report, 'findings' | 'demoted' | 'passages'>): Passage[] {
  const found = [...findings, ...demoted]
    .filter(({ file, basis, severity }) => file !== '' && basis !== 'model' && isAtLeast(severity, 'MEDIUM'))
    .map(({ file, range, title }) => ({
      file,
      startLine: range.startLine,
      endLine: range.endLine,
      why: title,
    }));
  const byPlace = new Map<string, Passage>();
  for (const place of [...passages, ...found]) {
    const key = `${place.file}\0${place.startLine}`;
    if (!byPlace.has(key)) byPlace.set(key, place);
  }
  return [...byPlace.values()];
}
