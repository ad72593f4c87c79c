import { fold, toEnglishWord } from '@assay/analysis/prose/vocabulary/index';
import type { Operation } from '../document/document.ts';
import { childOf, type TreeNode } from '../tree/node.ts';
import { once } from './norm.ts';

/** `userId`, `user_id` and `user-id` are the same two words, and so are `benutzerId` and `id_usuario` but for their order. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === '' ? [] : toEnglishWord(word).split(' ')));

/** One spelling for a name, whatever its case and dashes. */
export const nameOf = (text: string): string => wordsOf(text).join('_');

/** Steps of a path without the parts that a caller fills in. */
export const segmentsOf = (path: string): string[] =>
  path.split('/').filter((part) => part !== '' && !part.includes('{') && !/^v\d+(?:\.\d+)?$/i.test(part));

const SINGULAR = /(?:ies|(?<=ss|x|ch|sh|atus)es|(?<!s|u)s)$/;
export const singular = (word: string): string =>
  word.length < 4 ? word : word.replace(SINGULAR, (end) => (end === 'ies' ? 'y' : ''));

/** Words of the path, each in the singular. */
export const nounsOf = once(({ path }: Pick<Operation, 'path'>): string[] =>
  segmentsOf(path).flatMap(wordsOf).map(singular),
);

/** The words that say what an operation does: the last step of its path, its id, its summary. */
export const purposeOf = once((operation: Operation): string[] => {
  const last = segmentsOf(operation.path).at(-1) ?? '';
  const [summary = ''] = operation.prose.split('\n');
  return [...wordsOf(last), ...wordsOf(operation.id), ...wordsOf(summary)];
});

export const hasWord = (words: readonly string[], ...wanted: readonly ReadonlySet<string>[]): boolean =>
  words.some((word) => wanted.some((set) => set.has(word)));

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const MUTATING: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'delete']);

/** Asks and computes, and leaves everything as it was, though it is sent by POST. */
const ASKING = setOf(
  'search query lookup find filter verify validate validation check calculate calculation estimate preview convert translate parse analyze analyse compare count graphql suggest autocomplete simulate quote evaluate classify score diff render',
);

export const isMutating = (operation: Operation): boolean => {
  if (!MUTATING.has(operation.method)) return false;
  if (operation.method !== 'post') return true;
  const last = wordsOf(segmentsOf(operation.path).at(-1) ?? '');
  return !hasWord([...last, ...wordsOf(operation.id).slice(0, 2)], ASKING);
};

export const labelOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path.slice(0, 120)}`;

export const isSecured = ({ security }: Operation): boolean => !security.isOpen;

/** Words that only a caller's own part of a service has. */
const PRIVATE = setOf(
  'me account user customer member patient employee profile order invoice payment transaction message inbox wallet payroll salary medical prescription subscription session token credential secret backup admin internal setting loan claim beneficiary tenant reservation booking cart diagnosis appointment statement transfer child contract payslip timesheet diary voicemail conversation exam passport pupil student driver resident applicant parcel visit',
);
export const isPrivateNoun = (operation: Operation): boolean => hasWord(nounsOf(operation), PRIVATE);

const ADMIN = setOf(
  'admin administrator administration superuser superadmin sudo internal backoffice impersonate moderator staff',
);
const OVERSEES =
  /(?:^|[.:_/\s-])(?:admin\w*|staff|operator|backoffice|superuser|root|sudo|manage(?:r|ment)?)(?:$|[.:_/\s-])/i;

/** Whoever comes in must show that they run the service: by a scheme or a scope of that name. */
const isForOverseers = ({ security: { requirements, isOpen } }: Operation): boolean =>
  !isOpen &&
  requirements.every(({ schemes }) =>
    schemes.some(({ name, scopes }) => [name, ...scopes].some((one) => OVERSEES.test(one))),
  );

/** By where it stands or what it asks for; what every operation asks for sets none of them apart. */
export const isAdmin = (operation: Operation, all: readonly Operation[] = []): boolean =>
  hasWord([...nounsOf(operation), ...operation.tags.flatMap(wordsOf)], ADMIN) ||
  (isForOverseers(operation) && (all.length === 0 || !all.every((one) => one.security.isOpen || isForOverseers(one))));

const OWN =
  /\b(?:belong(?:s|ing)? to|owned by|owner|(?:your|their|his|her|one's) own|own(?:s)? (?:the|this|record|data|profile)|authenticated (?:user|caller|customer)(?:'s)?|(?:caller|user|customer|member|shopper|holder|signed-in \w+)(?:'s|s')|of the (?:caller|signed-in|logged-in|current)|only (?:the|your)|current user|scoped to|accessible to|my)\b/i;

/** "Own doors", "Your trips": the head of a summary says whose they are. */
const OWN_HEAD = /^\W*(?:(?:list|get|show|read|fetch|all|the)s?\s+){0,2}(?:one's |the )?(?:own|your|my)\b/i;

/** Says that it is about the caller's own. */
export const isOneself = (operation: Operation): boolean =>
  nounsOf(operation).some((noun) => noun === 'me' || noun === 'my' || noun === 'mine' || noun === 'self') ||
  OWN_HEAD.test(operation.prose) ||
  OWN.test(operation.prose);

/** Anybody may do these before they have an account, or to get into one. */
const DOORWAY = setOf(
  'login signin signup register registration token oauth oauth2 authorize callback forgot reset recover recovery confirm contact feedback newsletter subscribe unsubscribe health healthz ping captcha logout refresh introspect revoke jwks consent challenge authenticate auth otp enroll',
);
const WAY_IN = setOf(
  'login signin signup register registration oauth oauth2 forgot reset recover recovery otp challenge',
);
/** Nobody comes in by reading: these are lists of those who did. */
const POSTED = setOf('register registration signup enroll subscribe contact feedback reset recover');
/** Says that nobody has to come in, and is no door. */
const NOBODY_ASKED = /\b(?:no|without|needs? no) (?:\w+ )?(?:log[ -]?in|sign(?:ing)?[ -](?:in|up)|token|auth\w*)\b/gi;
export function isDoorway(operation: Operation): boolean {
  const last = wordsOf(segmentsOf(operation.path).at(-1) ?? '');
  const [head = ''] = operation.prose.split('\n');
  const summary = head.replace(NOBODY_ASKED, '');
  const opening = [...wordsOf(operation.id).slice(0, 2), ...wordsOf(summary).slice(0, 2)];
  const isPosted = operation.method === 'post' || operation.method === 'put';
  const isDoor = (word: string): boolean => DOORWAY.has(word) && (isPosted || !POSTED.has(word));
  return (
    [...last, ...opening].some(isDoor) ||
    nounsOf(operation).some((noun) => WAY_IN.has(noun) && (isPosted || !POSTED.has(noun))) ||
    /\bsign(?:s|ed)?[ -](?:in|up)\b|\blog[ -]?in\b/i.test(summary)
  );
}

const RECEIVER = setOf('webhook hook callback ipn notify postback listener');
/** Somebody else's service reports here. */
export const isReceiver = (operation: Operation): boolean =>
  operation.method === 'post' && hasWord(segmentsOf(operation.path).flatMap(wordsOf).map(singular), RECEIVER);

const CREDENTIAL_HEADER =
  /^(?:authorization|proxy_authorization|(?:x_)?(?:\w+_)?(?:api_?key|apikey|auth|auth_token|access_token|token|session|session_id|signature|secret|access_key|user_key))$/;

/** A credential that is declared as a plain parameter, which is how older documents do it. */
export const hasCredentialParameter = ({ parameters }: Operation): boolean =>
  parameters.some(
    ({ in: place, name }) => (place === 'header' || place === 'cookie') && CREDENTIAL_HEADER.test(nameOf(name)),
  );

export const has = (node: TreeNode | undefined, key: string): boolean => childOf(node, key) !== undefined;
