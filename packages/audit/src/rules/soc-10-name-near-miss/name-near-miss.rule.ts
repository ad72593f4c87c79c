import type { Rule } from '../../model.ts';

export const nameNearMiss: Rule = {
  id: 'SOC-10',
  title: 'The name is one letter off a known skill',
  question: 'Is the name near-equal to a known skill?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-1007'],
  why: 'One changed letter is how people end up with the wrong package.',
  fix: 'Choose a name of its own.',
  since: '2026.11',
  check: (facts) => {
    const { name, knownNames, entry } = facts.about;
    const near = knownNames.find((known) => isNear(name.toLowerCase(), known.toLowerCase()));
    const place = facts.of('instruction').find((fact) => fact.file === entry) ?? facts.of('link')[0];
    return near !== undefined && place
      ? [{ at: { ...place.span, start: 0, end: 1 }, confidence: 'tentative', evidence: `${name} ~ ${near}` }]
      : [];
  },
};

const NAME_CHARS_MIN = 5;

/** Exactly one edit apart: one letter changed, added, dropped, or two neighbours swapped. */
function isNear(a: string, b: string): boolean {
  if (a === b || a.length < NAME_CHARS_MIN || Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const restA = a.slice(head, a.length - tail);
  const restB = b.slice(head, b.length - tail);
  return (
    restA.length + restB.length <= 2 ||
    (restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
