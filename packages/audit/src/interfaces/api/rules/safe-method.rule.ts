import type { ApiDocument, Operation } from '../document/document.ts';
import { samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { scalarOf } from '../tree/node.ts';
import { isMoney } from './flow.rules.ts';
import { hasWord, isDoorway, labelOf, nameOf, segmentsOf, setOf, singular, wordsOf } from './words.ts';

/** Deeds whose names mean nothing else. */
const DEEDS = setOf(
  'delete remove destroy purge wipe erase unlock unsubscribe deactivate disable enable activate approve reject cancel revoke suspend unsuspend ban unban create insert send resend pay buy withdraw redeem reboot restart shutdown rotate regenerate grant promote demote impersonate deregister unregister modify terminate kill flush invalidate reinstate submit publish unpublish donate unlink disconnect dispatch assign unassign overwrite append increment decrement debit install uninstall deploy rollback clear empty drop move rename merge',
);
/** Deeds that are things as well: more than one part of the operation has to say so. */
const PERHAPS = setOf(
  'transfer update change set add reset start stop trigger charge refund book order vote lock block open close mark renew claim release invite share upload import apply accept switch toggle turn arm disarm power eject dial notify save sync restore confirm purchase checkout reserve subscribe unfollow unlike pause resume',
);
const READS = setOf(
  'get list show read find fetch search look lookup view display retrieve return describe query browse check download export count preview status history report see give tell print whether all one current available recent latest last next',
);
/** Links in mails that are followed once, by the one they were sent to. */
const LINKS = setOf('verify confirm activate unsubscribe accept decline callback logout signout reset optout rsvp');
const TICKET = /(?:^|_)(?:token|code|ticket|nonce|signature|sig|hash|key|state)$/;

const isRead = (word: string): boolean => READS.has(word);

/** "Sends the letter" is said of a deed as much as "Send the letter" is; "Orders" are things. */
function verbOf(text: string): string {
  const [first = ''] = wordsOf(text);
  if (DEEDS.has(first) || PERHAPS.has(first)) return first;
  const verb = singular(first);
  return DEEDS.has(verb) || READS.has(verb) || DETERMINED.test(text) ? verb : first;
}

const DETERMINED =
  /^\W*\p{L}+ (?:the|an?|all|this|that|every|each|your|my|one|its|it|them|money|dinero|(?:\p{L}+ ){1,3}(?:now|at once|immediately|right away))(?!\p{L})/iu;

/** What the parts of an operation call it: the end of its path, its id, the beginning of its summary and of its description. */
function deedOf(operation: Operation): string | undefined {
  const heads = headsOf(operation);
  const said = heads.map(verbOf).find((verb) => DEEDS.has(verb)) ?? verbOf(heads[0] ?? '');
  const isReading = heads.some((head) => isRead(verbOf(head)));
  if (DEEDS.has(said) && !heads.some(isNoun)) return said;
  if (isReading) return undefined;
  const [called = ''] = wordsOf(operation.id.replace(/^(?:get|head)[_-](?=[a-z])/i, ''));
  if (DEEDS.has(called)) return called;
  const inPath = endsOf(segmentsOf(operation.path).at(-1) ?? '');
  const named = inPath.find((word) => DEEDS.has(word));
  if (named !== undefined && !isRead(called)) return named;
  const votes = [said, called, inPath.find((word) => PERHAPS.has(word)) ?? ''].filter((word) => PERHAPS.has(word));
  const isSure =
    votes.length > 1 || (PERHAPS.has(said) && !OPENS.has(said) && heads.some((head) => DETERMINED.test(head)));
  return isSure && !isRead(called) && !isDoorway(operation) ? votes[0] : undefined;
}

/** Pages and channels are opened by reading them. */
const OPENS = setOf('open start');

/** The first and the last word of a step: `factory-reset`, `delete_all`. */
function endsOf(step: string): string[] {
  const words = wordsOf(step);
  return [...new Set([words[0] ?? '', words.at(-1) ?? ''])];
}

/** Summary and description each begin with what they are about. */
const headsOf = ({ prose }: Operation): string[] => {
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 2);
};
/** "Clear text", "Cancel policy": the word belongs to a thing. */
const isNoun = (summary: string): boolean =>
  /^\W*\w+ (?:history|policy|policies|options?|rules?|status|list|log|details?|information|reasons?|settings?|requests?|events?|methods?|templates?)\s*$/i.test(
    summary,
  );

const DONE =
  'deleted|removed|wiped|erased|purged|sent|unlocked|cancell?ed|created|paid|transferred|booked|approved|rejected|revoked|suspended|restarted|rebooted|started|stopped|activated|deactivated|disabled|enabled|charged|debited|redeemed|published|overwritten|reset|updated|changed|opened|closed|switched|locked|blocked';
const ANSWERED = new RegExp(
  `^\\W*(?:\\p{L}+ ){0,2}(?:${DONE})\\W*$|\\b(?:is|are|was|were|has been|have been) (?:now |then )?(?:${DONE})\\b`,
  'iu',
);
/** A sentence that says what else happens. */
const SAYS_CHANGE =
  /\bside[- ]effects?\b|\bmarks? (?:it|them|the|this|that|every|all)(?: \w+){0,4} as (?:read|seen|paid|done|used|delivered|processed|fetched|spent|collected)\b|\b(?:also|immediately|at once) (?:deletes?|removes?|wipes?|charges?|debits?|cancels?|creates?|resets?|unlocks?|approves?|sends?|pays?|books?|starts?|stops?|consumes?|overwrites?|clears?|empties)\b|\b(?:and|then) (?:deletes|removes|wipes|charges|debits|cancels|resets|unlocks|approves|pays|overwrites|empties) (?:it|them|the|all|every)\b|\bcalling (?:it|this|the (?:address|url|link|endpoint)) (?:\w+ )?(?:deletes?|removes?|charges?|cancels?|creates?|resets?|unlocks?|approves?|sends?|pays?|books?|starts?|stops?|switches|opens?)\b|\b(?:takes? effect|is carried out|is executed) (?:at once|immediately)\b/i;
const SAYS_SAFE = /\b(?:no|not|never|without|nothing)\b[^.]{0,40}\b(?:side[- ]effects?|chang\w+|stored|modif\w+)\b/i;

/** One address for many deeds: the query says which. */
const ACTION = /^(?:action|act|do|op|cmd|command|task)$/;
const choosesDeed = ({ parameters }: Operation): boolean =>
  parameters.some(
    ({ in: place, name, schema, description }) =>
      place === 'query' &&
      ACTION.test(nameOf(name)) &&
      [...samplesOf(schema).map((one) => String(scalarOf(one))), ...description.split(/[\s,/|]+/)].some((one) =>
        hasWord(wordsOf(one).slice(0, 1), DEEDS, CHOSEN),
      ),
  );
const CHOSEN = setOf('update reset start stop on off open close lock add set refund transfer restore arm disarm');

function changes(document: ApiDocument, operation: Operation): string | undefined {
  const answers = operation.answers.filter(({ status }) => status.startsWith('2'));
  const deed = deedOf(operation);
  if (deed !== undefined) return `is there to ${deed}`;
  if (isMoney(document, operation)) return 'takes a sum and who is to have it';
  if (choosesDeed(operation) && !headsOf(operation).some((head) => isRead(verbOf(head))))
    return 'takes the deed from its query';
  if (SAYS_SAFE.test(operation.prose)) return undefined;
  if (SAYS_CHANGE.test(operation.prose)) return 'says that something changes';
  const isMade = answers.some(({ status, description }) => status === '201' || ANSWERED.test(description));
  const isReading = headsOf(operation).some((head) => isRead(verbOf(head)));
  return isMade && !isReading ? 'answers that something was done' : undefined;
}

export const safeMethod = apiRule({
  id: 'API-28',
  title: 'A read that changes something',
  question: 'Does a GET or HEAD delete, send, pay, unlock or otherwise change something?',
  severity: 'MEDIUM',
  references: ['RFC-9110', 'OWASP-API8:2023', 'CWE-650', 'CWE-352'],
  why: 'Agents, crawlers, previews and caches call GET freely and again: nobody expects that it does something.',
  fix: 'Make it a POST, PUT, PATCH or DELETE.',
  blindTo:
    'Goes by what the end of the path, the id, the summary, the query and the answers say. Links that are followed once with a token (confirm, unsubscribe) and signing out are quiet.',
  check: (document) =>
    document.operations.flatMap((operation): ApiHit[] => {
      if (operation.kind !== 'path' || !['get', 'head'].includes(operation.method)) return [];
      const isLink =
        hasWord([...segmentsOf(operation.path).flatMap(wordsOf), ...wordsOf(operation.id)], LINKS) &&
        (operation.parameters.some(({ name }) => TICKET.test(nameOf(name))) ||
          /log-?out|sign-?out/i.test(operation.path));
      const how = isLink ? undefined : changes(document, operation);
      if (how === undefined) return [];
      const note = `${labelOf(operation)} ${how}.`;
      return [{ at: operation.at, confidence: 'firm', note, class: 'change' }];
    }),
});
