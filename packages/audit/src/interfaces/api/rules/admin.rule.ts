import type { ApiDocument, Operation } from '../document/document.ts';
import type { References } from '../document/references.ts';
import { isOfType, propertiesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf } from '../tree/node.ts';
import { isByName, own, PERSON_ID, personalIn } from './access.rules.ts';
import { type Input, inputsOf } from './input.rules.ts';
import { lacksRole } from './lacks.ts';
import { spokenBy } from './spoken.ts';
import {
  hasWord,
  isAdmin,
  isMutating,
  isOneself,
  labelOf,
  nameOf,
  nounsOf,
  setOf,
  singular,
  wordsOf,
} from './words.ts';

const GRANTING = setOf('impersonate promote demote role permission privilege ban unban grant');
const SAID_ADMIN =
  /\b(?:admin(?:istrator)?s?|operator|staff|superuser|manager)[- ]?(?:only|role|scope|rights|privileges?|permission|token|credential)|\b(?:requires?|needs?|must (?:be|have)|restricted to|limited to|only)\b[^.]{0,60}\badmin/i;

const LOOKS = /(?:^|[.:_/-])(?:read|view|viewer|readonly|read_only|get|list|reader)(?:$|[.:_/-])/i;

/** Permission to look is all that a change needs. */
const isByReadScope = ({ security }: Operation): boolean => {
  const scopes = security.requirements.flatMap(({ schemes }) => schemes.flatMap((scheme) => scheme.scopes));
  return scopes.length > 0 && scopes.every((scope) => LOOKS.test(scope) && !/write|admin|manage|edit/i.test(scope));
};

const STAFF =
  /\b(?:used|for|by|run|called|meant|reserved|intended) (?:by |for |to )?(?:the |our |internal )?(?:front desk|staff|support(?: team| agents?| staff)?|operators?|back ?office|administrators?|admins?|moderators?|managers?|head office|the board|committee|engineers?|supervisors?|employees|personnel)\b|\b(?:staff|operator|back ?office|moderation|administrative|internal) (?:only|use|tool|function|operation|action|task)\b/i;
/** Changes something for everybody at once. */
const FOR_ALL =
  /\b(?:for|of) (?:everybody|everyone|(?:all|every|each) (?:members?|users?|customers?|accounts?|tenants?|employees?|participants?|guests?))\b/i;
/** A group of operations that is kept for those who run the service. */
const KEPT = setOf(
  'operations ops operator operators management moderation maintenance administration backoffice system platform internal',
);
/** Deeds that only those do who run the service, and things that only they own. */
const PRIVILEGED = setOf(
  'firmware writeoff waive impersonate purge reboot restart shutdown maintenance migration override reindex failover tenant organization',
);
/** Done to somebody else's standing or papers: the one it is about does not do it. */
const JUDGES = setOf(
  'approve reject suspend unsuspend reinstate revoke ban unban block unblock deactivate reactivate verify adjust expire escalate decide accredit certify takedown',
);
/** Done to somebody who has an account. */
const HOLDS_DOWN = setOf('lock unlock disable enable activate freeze unfreeze mute unmute restrict');
/** As a verb these are done to somebody; one's own things are revoked and verified by oneself, too. */
const OVERRULES = setOf(
  'approve suspend unsuspend reinstate ban unban block unblock deactivate reactivate impersonate promote demote accredit certify takedown',
);
/** What holds for everybody who uses the service. */
const SHARED = setOf(
  'tariff pricing price fee rate flag policy policies rule config configuration setting quota limit tax role permission template announcement feature blocklist allowlist whitelist blacklist',
);
const PEOPLE = setOf('user member account customer tenant organization employee reader patient subscriber');

/** One call says something about many people, each by name: nobody says that of themselves. */
const writesAboutMany = ({ bodies }: Operation, references: References): boolean =>
  bodies.some(({ schema }) => {
    const whole = references.resolve(schema);
    const lists = [whole, ...propertiesOf(whole, references).map((one) => one.schema)].filter((one) =>
      isOfType(one, 'array'),
    );
    return lists.some((list) => {
      const names = propertiesOf(references.resolve(childOf(list, 'items')), references).map(({ name }) =>
        nameOf(name),
      );
      return names.length > 1 && names.some((name) => PERSON_ID.test(name));
    });
  });
/** Everybody's particulars at once, to anybody who has an account. */
const isListOfPeople = (operation: Operation, document: ApiDocument): boolean =>
  operation.method === 'get' &&
  !operation.path.includes('{') &&
  PEOPLE.has(nounsOf(operation).at(-1) ?? '') &&
  !isOneself(operation) &&
  personalIn(document, operation) !== undefined;

/** Whoever calls it is somebody else from then on, or acts for them. */
const ACTS_AS =
  /\b(?:as|on behalf of|in the name of|for) (?:an? )?(?:other|another|any|someone else's?|different) (?:user|customer|member|account|patient|employee|tenant|person)s?\b/i;

/** Does to others what one does to oneself at most: removes people, overrides what was decided, changes machines and terms. */
function isPrivileged(operation: Operation, document: ApiDocument): boolean {
  if (isMutating(operation) && ACTS_AS.test(operation.prose)) return true;
  if (STAFF.test(operation.prose) || isListOfPeople(operation, document)) return true;
  if (!isMutating(operation)) return false;
  if (FOR_ALL.test(operation.prose) && !isOneself(operation)) return true;
  const nouns = nounsOf(operation);
  if (hasWord(nouns.slice(-1), PRIVILEGED, GRANTING) || nouns.slice(-2).join('') === 'writeoff') return true;
  if (operation.tags.some((tag) => hasWord(wordsOf(tag), KEPT))) return true;
  if (isOneself(operation)) return false;
  const isThrough = operation.path.includes('}');
  if (isThrough && (hasWord(nouns.slice(-1), JUDGES) || hasWord(wordsOf(operation.id).slice(0, 1), OVERRULES)))
    return true;
  if (writesAboutMany(operation, document.references)) return true;
  if (hasWord(nouns.slice(-1), SHARED) && !hasWord(nouns, PEOPLE)) return true;
  const things = [nouns.at(-1) ?? '', singular(wordsOf(operation.id).at(-1) ?? '')];
  const isOfPeople = things.some((thing) => PEOPLE.has(thing));
  const isHeldDown = isThrough && hasWord(nouns.slice(0, -1), PEOPLE) && hasWord(nouns.slice(-1), HOLDS_DOWN);
  return isHeldDown || (operation.method === 'delete' && isOfPeople && operation.path.endsWith('}'));
}

/** Anybody may look at it without an account, so it is nobody's own; and yet whoever has an account may change it. */
function isCommon(operation: Operation, all: readonly Operation[]): boolean {
  if (!isMutating(operation) || operation.method === 'post' || isOneself(operation)) return false;
  const isSame = (one: Operation): boolean => one.path === operation.path && one.method === 'get';
  return (
    all.some((one) => isSame(one) && one.security.isOpen) && all.some((one) => isOneself(one) && !one.security.isOpen)
  );
}

/** What an operation asks for, each way in as one word: a scheme with its scopes. */
const demandsOf = ({ security }: Operation): string[] =>
  security.requirements.map(({ schemes }) =>
    schemes
      .map(({ name, scopes }) => `${name}(${[...scopes].sort().join(' ')})`)
      .sort()
      .join('+'),
  );

/** What one may do, sent along with the call as if it were a fact. */
const RIGHTS =
  /(?:^|_)(?:roles?|privileges?|permissions?|is_admin|admin|is_staff|staff|superuser|user_type|access_level|clearance|acting_as|act_as|user_role|user_level|entitlements?|groups?)$/;
const BELIEVED =
  /\b(?:roles?|rights?|permissions?|privileges?|access|admin\w*|staff)\b[^.]{0,60}\b(?:from|by|as|is|are|taken|worked out|derived|decided|read|believed|trusted|assumed|granted)\b/i;
const isClaim = ({ name, in: place, description }: Input, said: string): boolean => {
  if (!RIGHTS.test(nameOf(name))) return false;
  if (place === 'header' || place === 'cookie') return true;
  return (
    place === 'query' &&
    nameOf(name) !== 'group' &&
    CLAIMED.test(`${description} ${said}`) &&
    BELIEVED.test(description)
  );
};
const CLAIMED =
  /\b(?:set|sent|given|named|stated|declared|supplied|chosen|passed|claimed) by (?:the )?(?:call\w*|client|app|front-?end|user|browser|program)\b|\b(?:whatever|whichever|as) (?:is |the |it )?(?:named|given|sent|stated|caller|client|says)\b|\b(?:acts?|runs?|treated|handled|executed) (?:under|as|with)\b|\b(?:trust|believ|not (?:checked|verified|compared))\w*\b/i;

export const sharedAdmin = apiRule({
  id: 'API-05',
  title: 'Administration behind the same door as use',
  question: 'Does an operation for administrators ask for no more than one for everybody?',
  severity: 'MEDIUM',
  references: ['OWASP-API5:2023', 'CWE-285'],
  why: 'Whoever has an account is one forgotten check away from administering the service.',
  fix: 'Give administration a scheme or a scope of its own.',
  blindTo:
    'Goes by names. A role that is checked inside the service and written in the description with its 403 is taken as said.',
  check: (document) => {
    const every = own(document);
    const said = spokenBy(document);
    const all = every.filter(({ security }) => !security.isOpen);
    const isUpper = (one: Operation): boolean =>
      isAdmin(one, every) || isPrivileged(one, document) || isCommon(one, every);
    const ordinary = new Set(all.filter((one) => !isUpper(one)).flatMap(demandsOf));
    return all.flatMap((operation): ApiHit[] => {
      const claim = inputsOf(document, operation).find((input) => isClaim(input, said(operation)));
      if (claim !== undefined) {
        const note = `${labelOf(operation)} takes the caller's word for what they may do ("${claim.name}").`;
        return [{ at: claim.at, confidence: 'firm', note, class: 'claimed' }];
      }
      if (isMutating(operation) && isByReadScope(operation) && !isOneself(operation)) {
        const note = `${labelOf(operation)} changes something and asks for permission to look.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'read scope' }];
      }
      if ((isMutating(operation) || isUpper(operation)) && lacksRole(operation.prose) && !isByName(operation)) {
        const note = `${labelOf(operation)} says that nobody looks who may do it.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'said' }];
      }
      if (!isUpper(operation) || !demandsOf(operation).some((demand) => ordinary.has(demand))) return [];
      const isSaid = SAID_ADMIN.test(operation.prose) && operation.answers.some(({ status }) => status === '403');
      if (isSaid) return [];
      const note = `${labelOf(operation)} asks for the same as operations that everybody may use.`;
      return [{ at: operation.at, confidence: 'firm', note, class: 'admin' }];
    });
  },
});
