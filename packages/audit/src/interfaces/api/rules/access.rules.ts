import type { ApiDocument, Operation } from '../document/document.ts';
import { isOfType, type Property, propertiesOf, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { scalarOf, textAt } from '../tree/node.ts';
import { inputsOf } from './input.rules.ts';
import { lacksOwner } from './lacks.ts';
import { isHabit, once } from './norm.ts';
import { spokenBy } from './spoken.ts';
import {
  hasCredentialParameter,
  hasWord,
  isAdmin,
  isDoorway,
  isMutating,
  isOneself,
  isPrivateNoun,
  isReceiver,
  isSecured,
  labelOf,
  nameOf,
  nounsOf,
  segmentsOf,
  setOf,
} from './words.ts';

export const own = ({ operations }: ApiDocument): Operation[] => operations.filter(({ kind }) => kind === 'path');

const PERSONAL =
  /^(?:\w+_)?(?:e_?mail|phone|phone_number|mobile|ssn|social_security_number|passport_number|date_of_birth|birth_?date|dob|password|password_hash|salary|iban|card_number|cvv|account_number|tax_id|diagnosis|home_address|street_address|api_?key|secret|access_token|refresh_token|balance|national_id|medical_history|credit_score|(?:first|last|full|family|given)_name|birthday|gender|allergies|ip_address|licen[cs]e_number|plate|health_\w+|income|ssn_last4|bank_account)$/;

/** Data about a person or a key, in an answer that succeeded. */
export const personalIn = (document: ApiDocument, operation: Operation): Property | undefined =>
  operation.answers
    .filter(({ status }) => /^2|^default$/i.test(status))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, document.references)))
    .find(({ name }) => PERSONAL.test(nameOf(name)));

const SPOKEN_PUBLIC = /\b(?:public(?:ly)?|open data|no (?:auth\w*|login|api key)|anonymous(?:ly)?|unauthenticated)\b/i;
/** What succeeds is answered with a credential: whoever comes without one gets theirs here. */
const givesCredential = ({ references }: ApiDocument, { answers }: Operation): boolean =>
  answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)))
    .some(({ name }) => /(?:^|_)(?:token(?:_\w+)?|secret|api_key|session_key)$/.test(nameOf(name)));

const FOR_STRANGERS =
  /\b(?:guests?|anonymous(?:ly)?|visitors?|captcha|without (?:an account|signing in|logging in|a login)|no account|public form)\b/i;
const MEANT = { severity: 'MEDIUM' } as const;
const CATALOGUE = /\b(?:catalogu?e|directory|published|listing|menu|store locator)\b/i;

const SPEAKS_OF_PEOPLE =
  /\b(?:e-?mails?(?: address(?:es)?)?|phone(?: numbers?)?|birth ?dates?|date of birth|allerg(?:y|ies)|diagnos[ie]s|medication|medical|passport|salar(?:y|ies)|passwords?|home address(?:es)?|bank (?:details|account)|card numbers?|tax number|social security)\b/i;

/** What an answer says it holds, where no schema does. */
const tellsOfPeople = ({ answers, prose }: Operation): boolean =>
  SPEAKS_OF_PEOPLE.test(
    [prose, ...answers.filter(({ status }) => status.startsWith('2')).map(({ description }) => description)].join(' '),
  );

const firstStep = ({ path }: Operation): string => segmentsOf(path)[0] ?? '';

/** Neighbours under the same name ask for a credential: this part of the service is not for everybody. */
const hasGuardedNeighbour = (operation: Operation, all: readonly Operation[]): boolean =>
  all.some((one) => !one.security.isOpen && firstStep(one) === firstStep(operation));

/** Where the list stands that an object is taken from. */
const collectionOf = ({ path }: Operation): string => path.replace(/\/\{[^/]*\}\/?$/, '');

/** Made for those who run the service or are its customers. */
const FOR_INSIDERS = setOf(
  'report export dump audit log backup statistic metric analytic revenue payroll ledger billing usage bericht rapport informe',
);
/** The one object that is given to anybody, and not by a link made to be passed on. */
const isLoneException = (operation: Operation, all: readonly Operation[]): boolean =>
  operation.security.isOwn &&
  (operation.path.includes('{') || hasWord(nounsOf(operation), FOR_INSIDERS)) &&
  !/\{\w*(?:slug|ticket|token|code|key|link|hash|nonce)\w*\}/i.test(operation.path) &&
  !operation.answers.some(({ status }) => status.startsWith('3')) &&
  habitsOf(all).openReads <= 1;

/** What stands above it asks for a credential, as most of the document does: this was left open. */
const isLeftOpen = (operation: Operation, all: readonly Operation[]): boolean => {
  const { isGuarded, guarded } = habitsOf(all);
  if (!isGuarded) return false;
  return guarded.some((above) => `${operation.path}/`.startsWith(`${above}/`)) || isLoneException(operation, all);
};

function openHits(document: ApiDocument): ApiHit[] {
  const all = own(document);
  // Nothing is said about anybody's credentials: the document may be silent where the service is not.
  const isSilent = document.schemes.size === 0 && all.every(({ security }) => security.at === null);
  return all.flatMap((operation): ApiHit[] => {
    const { security } = operation;
    if (!security.isOpen || hasCredentialParameter(operation)) return [];
    const confidence = isSilent ? 'tentative' : 'firm';
    const label = labelOf(operation);
    if (isMutating(operation)) {
      // What is there to come in by is posted; nobody signs up by a deletion.
      const isByTicket = operation.method === 'put' && /\{\w*(?:token|code|ticket|nonce)\}/i.test(operation.path);
      if ((operation.method === 'post' || isByTicket) && (isDoorway(operation) || isReceiver(operation))) return [];
      const note = `${label} changes something and asks nobody who they are.`;
      // Meant for strangers, by its own words, and held back by a limit: still a warning.
      const isMeant =
        (FOR_STRANGERS.test(operation.prose) || givesCredential(document, operation)) &&
        operation.answers.some(({ status }) => status === '429');
      return [
        {
          at: operation.at,
          confidence,
          note,
          class: isMeant ? 'for strangers' : 'mutating',
          ...(isMeant ? MEANT : {}),
        },
      ];
    }
    if (operation.method !== 'get' && operation.method !== 'post') return [];
    const personal = personalIn(document, operation);
    // To say that nobody is asked is no excuse for handing out what is somebody's own.
    const isSaidPublic =
      CATALOGUE.test(operation.prose) ||
      (SPOKEN_PUBLIC.test(operation.prose) && !(isPrivateNoun(operation) && personal !== undefined));
    const isPersonal = personal !== undefined || tellsOfPeople(operation);
    const isOurs = isPrivateNoun(operation) || hasGuardedNeighbour(operation, all) || habitsOf(all).isGuarded;
    if (isAdmin(operation) || (isPersonal && isOurs && !isSaidPublic && !isDoorway(operation))) {
      const what = personal === undefined ? 'what is not for everybody' : `"${personal.name}"`;
      return [{ at: operation.at, confidence, note: `${label} gives ${what} to anybody.`, class: 'private' }];
    }
    const isOurOwn = isPrivateNoun(operation) || isLeftOpen(operation, all);
    if (!isOurOwn || isSaidPublic || isDoorway(operation)) return [];
    const note = `${label} looks like somebody's own data and asks nobody who they are.`;
    return [{ at: operation.at, confidence: 'tentative', note, class: 'perhaps private' }];
  });
}

const unprotected = apiRule({
  id: 'API-01',
  title: 'Changes or private data without a credential',
  question: 'Does an operation that changes something or gives private data need no credential?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'OWASP-API5:2023', 'CWE-306'],
  why: 'Anybody who knows the address can use it.',
  fix: 'Require a security scheme for the operation, or for the whole document and lift it where that is meant.',
  blindTo:
    'Login, registration, health checks, public catalogues and operations with a declared credential header are quiet. A read without personal data is reported tentatively where what stands above it asks for a credential. A document that names no scheme at all is reported tentatively: the service may check what the document does not say.',
  check: openHits,
});

/** A person or an account, chosen by whoever asks. */
const WHOSE =
  /^(?:user|customer|account|patient|owner|member|employee|client|holder|subscriber|person|student|pupil|tenant|resident|driver|guest|passenger|donor|player|learner|borrower|child|family|applicant|candidate|citizen|insured|worker)_(?:id|no|number|uuid)$|^(?:id|number)_(?:user|customer|account|patient|member|employee|student|child|tenant|person)$/;

/** One's own is what comes where nobody is named: others can be. */
const LEFT_OUT =
  /\b(?:leave (?:it |them )?out|omit\w*|left out|without it|if (?:not given|absent|missing|empty|omitted)|when (?:absent|missing|empty|omitted)|defaults? to)\b/i;

/** The same as a header, which callers write as well. */
const FOR_WHOM = /^(?:x_)?(?:tenant|organi[sz]ation|org|user|customer|account|member)_(?:id|no|number)$/;

/** Digits, perhaps behind a few fixed letters. */
const COUNTED = /^\^?\(?[A-Za-z]{0,6}[-_]?(?:\\d|\[0-9\])/;

const SAID_COUNTED =
  /\b(?:sequential\w*|consecutive\w*|running number|auto-?increment\w*|counts? up|counted up|incrementing|serial number|one after (?:the other|another))\b/i;

const isEnumerable = (schema: Parameters<typeof isOfType>[0]): boolean =>
  isOfType(schema, 'integer') ||
  isOfType(schema, 'number') ||
  COUNTED.test(textAt(schema, 'pattern')) ||
  (textAt(schema, 'format') !== 'uuid' && samplesOf(schema).some((node) => /^\d{1,9}$/.test(String(scalarOf(node)))));

const enumerable = apiRule({
  id: 'API-04',
  title: 'Objects by counting, with no owner said',
  question: "Are somebody's objects addressed by numbers, with nothing that says whose they must be?",
  severity: 'MEDIUM',
  references: ['OWASP-API1:2023', 'CWE-639'],
  why: 'Whoever may ask for one number can ask for the next; whether the service then looks whose it is, no document proves.',
  fix: 'Address objects by random identifiers, and say that only those of the caller are given.',
  blindTo:
    'Never more than tentative: a document shows how objects are addressed, not what the service checks. Only parts of a service that are somebody’s own are looked at, by their names, or because the document says elsewhere whose a thing must be or who is refused.',
  check: (document) => {
    const all = own(document);
    return all.flatMap((operation): ApiHit[] => {
      if (isSecured(operation) && !isAdmin(operation) && isSaidUnowned(document, operation)) {
        const note = `${labelOf(operation)} says that nobody looks whose it is.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'any' }];
      }
      const isOurs =
        isOwnElsewhere(operation, all) ||
        isPrivateNoun(operation) ||
        isOfOwnCollection(operation, all) ||
        isUnowned(operation, all) ||
        operation.parameters.some(({ in: place, name }) => place === 'header' && FOR_WHOM.test(nameOf(name))) ||
        (isSecured(operation) && isAboutSomebody(document, operation)) ||
        (isSecured(operation) && operation.method !== 'post' && habitsOf(all).namesOwner);
      if (isAdmin(operation) || !isOurs || /\/me(?:\/|$)/.test(operation.path)) return [];
      const open = ANY_ID.test(operation.prose) && isSecured(operation) ? operation.at : undefined;
      if (open !== undefined) {
        const note = `${labelOf(operation)} says that any number will do.`;
        return [{ at: open, confidence: 'firm', note, class: 'any' }];
      }
      const id = operation.parameters.find(
        ({ in: place, name, schema, description }) =>
          place === 'path' &&
          /(?:^|_)(?:id|no|number|num|nr|nummer|numero|ref|reference)$/.test(nameOf(name)) &&
          (isEnumerable(schema) || SAID_COUNTED.test(description)),
      );
      const whose = operation.parameters.find(
        ({ in: place, name }) =>
          (place === 'query' && WHOSE.test(nameOf(name))) || (place === 'header' && FOR_WHOM.test(nameOf(name))),
      );
      const isBound =
        isOneself(operation) && !LEFT_OUT.test(`${operation.prose} ${whose === undefined ? '' : whose.description}`);
      if (id === undefined && whose !== undefined && isSecured(operation) && !isBound) {
        const note = `${labelOf(operation)} lets the caller say whose things it gives, by "${whose.name}".`;
        return [{ at: whose.at, confidence: 'tentative', note, class: 'whose' }];
      }
      if (id === undefined && isUnowned(operation, all)) {
        const note = `${labelOf(operation)} does not say whose it must be, and its neighbours do.`;
        return [{ at: operation.at, confidence: 'tentative', note, class: 'unowned' }];
      }
      if (id === undefined || isOneself({ ...operation, prose: `${operation.prose} ${id.description}` })) return [];
      const note = `${labelOf(operation)} takes the number "${id.name}".`;
      return [{ at: id.at, confidence: 'tentative', note, class: 'enumerable' }];
    });
  },
});

/** The same thing is somebody's own elsewhere: `/my/children` beside `/children/{id}`. */
function isOwnElsewhere(operation: Operation, all: readonly Operation[]): boolean {
  if (!isSecured(operation) || !operation.path.includes('/{')) return false;
  const [thing = ''] = nounsOf(operation);
  return all.some((one) => one !== operation && isSecured(one) && isMine(one) && nounsOf(one).includes(thing));
}
const isMine = (operation: Operation): boolean => hasWord(nounsOf(operation), setOf('me my mine self own'));

/** One person, by number. */
export const PERSON_ID =
  /^(?:user|member|customer|employee|student|pupil|patient|driver|tenant|resident|subscriber|client|guest|donor|player|learner|worker|citizen|borrower|holder|child|applicant|candidate|person|insured)_(?:id|no|number)$|^(?:id|number)_(?:user|customer|account|patient|member|employee|student|child|tenant|person)$/;
/** One person by number, or particulars of one. */
const isAboutSomebody = (document: ApiDocument, operation: Operation): boolean =>
  operation.parameters.some(({ in: place, name }) => place !== 'header' && PERSON_ID.test(nameOf(name))) ||
  (operation.path.includes('/{') && operation.method === 'get' && personalIn(document, operation) !== undefined);

/** The list above it is the caller's own, so what stands in it is somebody's. */
function isOfOwnCollection(operation: Operation, all: readonly Operation[]): boolean {
  const [collection = ''] = operation.path.split('/{');
  return (
    operation.path.includes('/{') && all.some((one) => one.path === collection && isSecured(one) && isOneself(one))
  );
}
/** Everything an operation says of whose a thing must be, with its refusals. */
const saysOwner = once((operation: Operation): boolean =>
  isOneself({
    ...operation,
    prose: [
      operation.prose,
      ...operation.parameters.map(({ description }) => description),
      ...operation.answers.filter(({ status }) => /^40[34]$/.test(status)).map(({ description }) => description),
    ].join('. '),
  }),
);
/** Which thing it is about is said by the caller, wherever: in the path, the query, a header or what is sent. */
const NAMES_THING =
  /(?:^|_)(?:ids?|uuids?|no|numbers?|num|nr|refs?|references?|keys?|codes?|iban|msisdn|vin|email|e_mail|phone|user|account|customer|member|handle|slug)$/;
const namesThing = (document: ApiDocument, operation: Operation): boolean =>
  isByName(operation) || inputsOf(document, operation).some(({ name }) => NAMES_THING.test(nameOf(name)));
/** By words about the call where a thing is named, or by those of the very value that names it. */
const isSaidUnowned = (document: ApiDocument, operation: Operation): boolean =>
  operation.parameters.some(({ description }) => lacksOwner(description)) ||
  (namesThing(document, operation) && lacksOwner(spokenBy(document)(operation)));
export const isByName = ({ path, kind }: Operation): boolean => kind === 'path' && path.includes('/{');
const refuses = ({ answers }: Operation): boolean => answers.some(({ status }) => status === '403');

/** Others of the document say whose the thing must be, or refuse those who have no right to it; this one does neither. */
function isUnowned(operation: Operation, all: readonly Operation[]): boolean {
  if (!isByName(operation) || !isSecured(operation) || saysOwner(operation)) return false;
  const { saysOwners, refusesOthers } = habitsOf(all);
  return saysOwners || (refusesOthers && !refuses(operation));
}
const habitsOf = once((all: readonly Operation[]) => {
  const secured = all.filter(isSecured);
  return {
    isGuarded: isHabit(all, isSecured),
    saysOwners: isHabit(secured.filter(isByName), saysOwner, 2),
    refusesOthers: isHabit(secured, refuses),
    namesOwner: secured.some((one) => isByName(one) && saysOwner(one)),
    /** Where lists and objects stand that ask for a credential. */
    guarded: [...new Set(secured.filter(({ method }) => method === 'get').map(collectionOf))],
    openReads: all.filter((one) => one.method === 'get' && !isSecured(one)).length,
  };
});

/** No owner is asked for, and the document says so. */
const ANY_ID =
  /\b(?:works?|valid|accepted|usable|allowed|possible|readable|answers?|given|returned) (?:with|for|by) (?:any|every|all|each|whichever)\b[^.]{0,40}|\b(?:any|every) (?:[\w-]+ )?(?:account|user|customer|member|caller|holder|key|token)s?\b[^.]{0,30}\b(?:can|may|is able to|are able to)\b[^.]{0,30}\b(?:read|see|open|fetch|change|get|delete|download|look up)\b|\b(?:of|for|from) (?:any|every|all|other) (?:other )?(?:account|user|customer|member|tenant|organi[sz]ation)s?\b|\b(?:ownership|owner|tenant) (?:is|are) (?:not|never) (?:checked|verified|compared|looked at)\b|\b(?:no|without) (?:ownership|owner|tenant) checks?\b/i;

export const ACCESS_RULES = [unprotected, enumerable];
