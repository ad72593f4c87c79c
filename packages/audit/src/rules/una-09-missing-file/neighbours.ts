import { findPlaces, says, wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, Unit, View } from '@assay/analysis/types';
import { leavesBundle } from './leaves-bundle.ts';

/**
 * `../lint/scripts/lint.sh`: another product, which has a review of its own or none. A document tells its name to whoever reads the
 * command; out of a program nobody is told, unless a document of the bundle speaks of it.
 */
export function isNamedNeighbour({ value, unit }: FactOf<'reference'>, facts: Facts): boolean {
  const parts = value.target.split('/');
  const folder = parts
    .slice(parts.lastIndexOf('..') + 1, -1)
    .filter((part) => NEIGHBOUR.test(part) && !KINDS.test(part))
    .at(-1);
  if (folder === undefined || !parts.includes('..')) return false;
  return isDocument(unit) || [...documentsOf(facts)].some((view) => says(view, besides(folder)));
}

const isDocument = (unit: Unit): boolean => DOCUMENTS.has(outermost(unit).lang);

/** Documents in which anything was found that is run or looked up. */
const documentsOf = (facts: Facts): ReadonlySet<View> =>
  new Set(
    [...facts.of('url'), ...facts.of('command'), ...facts.of('reference')]
      .filter(({ unit }) => isDocument(unit))
      .map(({ span }) => rootOf(span.view)),
  );

const DOCUMENTS: ReadonlySet<string> = new Set(['markdown', 'text']);
const NEIGHBOUR = /^[\w-]{3,60}$/;
/** What folders are called by what lies in them. */
const KINDS =
  /^(?:scripts?|tools?|bin|lib|libs|src|skills?|shared|common|core|base|main|utils?|hooks?|plugins?|packages?|modules?|helpers?|setup|install|assets|media|resources?|references?|templates?|config|data|docs?|tests?|examples?|vendor|include|internal|private|public|build|dist|node|python|agents?|commands?)$/i;
const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));

/** As a word of its own, and not only as a part of the path. */
const besides = (name: string): RegExp => new RegExp(`(?<![\\w/.-])${name}(?![\\w/-])`, 'i');

export const rootOf = (view: View): View => (view.parent === null ? view : rootOf(view.parent));

/** Languages whose programs are followed to their end. */
const FOLLOWED: ReadonlySet<string> = new Set(['shell', 'python', 'javascript', 'typescript']);
/** Lines that say nothing of what a program does: blank ones, comments, imports, brackets, where modules are looked for. */
const IDLE = /^\s*(?:$|#|\/\/|\/?\*|import\b|from\b|set\s+-|cd\b|sys\.path|[\])}]+[;,]?\s*$|"""|''')/;
const OWN_LINES_MIN = 12;
const LINES = /[^\n]+/g;

/**
 * A program that does its own work and takes help from beside the bundle: what it is run for was read, and the report says what is missing. One
 * that does next to nothing itself is a door to what nobody read.
 */
export function hasOwnWork(unit: Unit, view: View): boolean {
  if (!FOLLOWED.has(outermost(unit).lang)) return false;
  return findPlaces(view, LINES).filter((line) => !IDLE.test(wordsOf(line))).length >= OWN_LINES_MIN;
}

/** A document with a dozen commands of its own, one of which leads out: what it is followed for was read. */
export function isOneOfMany(file: string, unit: Unit, facts: Facts): boolean {
  if (!isDocument(unit)) return false;
  const out = new Set(
    facts
      .in(file, 'reference')
      .filter(({ value }) => value.isRun && leavesBundle(value.target, file))
      .map(({ value }) => value.target),
  );
  return out.size === 1 && facts.in(file, 'command').length > OWN_LINES_MIN;
}
