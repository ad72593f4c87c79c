import type { ApiDocument, Operation } from '../document/document.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, isTrueAt } from '../tree/node.ts';
import { inputsOf } from './input.rules.ts';
import { sentencesOf, spokenBy } from './spoken.ts';
import {
  hasWord,
  isAdmin,
  isOneself,
  labelOf,
  nameOf,
  nounsOf,
  segmentsOf,
  setOf,
  singular,
  wordsOf,
} from './words.ts';

const REMOVES = setOf('delete remove purge wipe erase truncate drop clear empty destroy flush prune');
/** Everything of a kind, by the words of the path or the operation. */
const MANY = setOf('all bulk mass batch everything every multiple many');
/** One of each caller, or kept to be emptied: nobody misses it. */
const TRIFLES = setOf(
  'session sessions cart basket cache login token tokens me self draft drafts notification notifications trash bin filter selection preview lock subscription favorite favorites favourites like',
);
/** What makes somebody stop and look, or says which are meant. */
const ASKED_FIRST =
  /^(?:\w+_)?(?:confirm\w*|dry_?run|preview|if_match|etag|expected_count|approval\w*|ids|uuids|idempotency_key|reason|mfa\w*|otp|second_\w+)$/;
const SAID_HELD =
  /\b(?:confirm\w*|dry[- ]run|second (?:person|approval|factor)|four[- ]eyes|restor(?:e|ed|able)|recover(?:ed|able)|undo|undone within|soft[- ]delet\w*|recycle|trash|kept for|grace|approval|at most \d|up to \d|only (?:the|your|those|administrators?|admins?|owners?))\b/i;
const SAID_NOT = /\b(?:no|not|never|without|cannot|can't|neither|nor|irreversibl[ey]|permanent(?:ly)?)\b/i;
const SAID_MANY =
  /\b(?:(?:delet|remov|purg|wip|eras|truncat|drop|clear|empt|destroy)\w*)\b[^.]{0,60}\b(?:all|every|everything|entire|whole|complete|any|each|matching)\b|\b(?:all|any|every|everything|entire|whole)\b[^.]{0,40}\b(?:deleted|removed|purged|wiped|erased|truncated|dropped|cleared|destroyed|lost|gone)\b/i;

/** The words that say what is done: the end of the path, the id, the summary. */
const deedOf = ({ path, id, prose }: Operation): string[] => [
  ...wordsOf(segmentsOf(path).at(-1) ?? ''),
  ...wordsOf(id).slice(0, 3),
  ...wordsOf(prose.split('\n')[0] ?? '').slice(0, 3),
];

/** Takes away more than one thing that is named. */
function removesMany(operation: Operation, all: readonly Operation[]): boolean {
  const deed = deedOf(operation);
  const isRemoval =
    operation.method === 'delete' || (operation.method !== 'get' && hasWord(deed.map(singular), REMOVES));
  if (!isRemoval) return false;
  const [summary = ''] = sentencesOf(operation.prose);
  if (hasWord(deed, MANY) || SAID_MANY.test(operation.prose))
    return !/\}$/.test(operation.path) || SAID_MANY.test(summary);
  // Single things are named below it, so this is all of them.
  return operation.method === 'delete' && all.some(({ path }) => path.startsWith(`${operation.path}/{`));
}

/** The caller names each thing, or has to say which are meant. */
const isNarrowed = (document: ApiDocument, operation: Operation): boolean =>
  inputsOf(document, operation).some(({ name }) => ASKED_FIRST.test(nameOf(name))) ||
  operation.parameters.some(({ in: place, node }) => place === 'query' && isTrueAt(node, 'required')) ||
  operation.bodies.some(({ schema }) => childOf(document.references.resolve(schema), 'required') !== undefined);

/** Asks for more than reading the same does. */
const asksMore = (operation: Operation, all: readonly Operation[]): boolean => {
  const demand = ({ security: { requirements } }: Operation): string =>
    requirements
      .map(({ schemes }) => schemes.map(({ name, scopes }) => `${name} ${scopes.join(' ')}`).join('+'))
      .join('|');
  return all.some((one) => one.method === 'get' && demand(one) !== demand(operation));
};

function isHeld(document: ApiDocument, operation: Operation, said: string): boolean {
  const sentences = sentencesOf(said);
  if (sentences.some((one) => SAID_HELD.test(one) && SAID_NOT.test(one))) return false;
  return isNarrowed(document, operation) || sentences.some((one) => SAID_HELD.test(one));
}

export const bulkDeletion = apiRule({
  id: 'API-29',
  title: 'Everything gone by one call',
  question: 'Does one call delete all things of a kind, with nothing that asks twice?',
  severity: 'MEDIUM',
  references: ['OWASP-API6:2023', 'CWE-837', 'CWE-732'],
  why: 'A slip of a program, or of an agent that tries a call out, and nothing is left.',
  fix: 'Name the things to delete, ask for a confirmation or a scope of its own, and keep them for a while.',
  blindTo:
    "Goes by method, path and words. Sessions, carts and the like, the caller's own things, administrators' parts, a list of what is meant, a confirmation, a scope of its own and a way back are quiet.",
  check: (document) => {
    const all = document.operations.filter(({ kind }) => kind === 'path');
    const said = spokenBy(document);
    return all.flatMap((operation): ApiHit[] => {
      if (!removesMany(operation, all) || hasWord(nounsOf(operation).slice(-1), TRIFLES)) return [];
      if (isHeld(document, operation, said(operation))) return [];
      const isApart = isAdmin(operation, all) || isOneself(operation) || asksMore(operation, all);
      if (isApart && !operation.security.isOpen && !SAID_MANY.test(operation.prose)) return [];
      const note = `${labelOf(operation)} deletes everything of its kind at once.`;
      return [{ at: operation.at, confidence: 'firm', note, class: 'all' }];
    });
  },
});
