import { type AskedFact, valuesOf } from './fact-fields.ts';
import type { Scalar, Test, Where } from './pack.ts';
import { type BoundedRegex, compileRegex } from './regex.ts';
import type { Steps } from './steps.ts';

type FactPredicate = (fact: AskedFact, steps: Steps) => boolean;
type ValueTest = (value: unknown, steps: Steps) => boolean;

/** All members must pass their tests. */
export function compileWhere(where: Where = {}): FactPredicate {
  const tests = Object.entries(where).map(([name, asked]) => ({ name, test: compileTest(asked, name === 'host') }));
  return (fact, steps) =>
    tests.every(({ name, test }) => {
      const values = valuesOf(fact, name);
      steps.spend(1 + values.length);
      return values.some((value) => test(value, steps));
    });
}

export function compileTest(asked: Scalar | Test, isHost = false): ValueTest {
  const test: Test = typeof asked === 'object' ? asked : { eq: asked };
  const parts = partsOf(test, isHost);
  return (value, steps) => parts.every((part) => part(value, steps));
}

function partsOf(test: Test, isHost: boolean): ValueTest[] {
  const { eq, in: oneOf, prefix, suffix, contains, matches, gt, lt } = test;
  const parts: ValueTest[] = [];
  if (eq !== undefined) parts.push((value) => isEqual(value, eq));
  if (oneOf !== undefined) parts.push((value) => oneOf.some((one) => isEqual(value, one)));
  if (prefix !== undefined) parts.push((value) => textOf(value).startsWith(prefix.toLowerCase()));
  if (suffix !== undefined) parts.push((value) => endsWith(textOf(value), suffix.toLowerCase(), isHost));
  if (contains !== undefined) parts.push((value) => textOf(value).includes(contains.toLowerCase()));
  if (matches !== undefined) parts.push(compileMatches(compileRegex(matches, 'i')));
  if (gt !== undefined) parts.push((value) => typeof value === 'number' && value > gt);
  if (lt !== undefined) parts.push((value) => typeof value === 'number' && value < lt);
  return parts;
}

const VALUE_CHARACTERS_MAX = 2_000;

const compileMatches =
  (regex: BoundedRegex): ValueTest =>
  (value, steps) =>
    typeof value === 'string' && regex.find(value.slice(0, VALUE_CHARACTERS_MAX), 0, steps) !== undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, VALUE_CHARACTERS_MAX).toLowerCase() : '';

const isEqual = (value: unknown, asked: Scalar): boolean =>
  typeof asked === 'string'
    ? typeof value === 'string' && value.toLowerCase() === asked.toLowerCase()
    : value === asked;

/** A host suffix matches at a dot only: `evil-a.example` is not part of `a.example`. */
const endsWith = (text: string, suffix: string, isHost: boolean): boolean =>
  isHost && !suffix.startsWith('.') ? text === suffix || text.endsWith(`.${suffix}`) : text.endsWith(suffix);
