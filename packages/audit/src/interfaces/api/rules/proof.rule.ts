import { withGloss } from '@assay/analysis/prose/vocabulary/index';
import type { ApiDocument, Operation } from '../document/document.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, entriesOf, textAt } from '../tree/node.ts';
import { givenIn } from './excess.rule.ts';
import { inputsOf } from './input.rules.ts';
import { lacksProof } from './lacks.ts';
import { spokenBy } from './spoken.ts';
import { hasWord, isDoorway, labelOf, nameOf, setOf, wordsOf } from './words.ts';

const GENERIC_SCHEME = /^(?:basic|digest|negotiate|ntlm|oauth|hoba|mutual|vapid)$/;
const HANDS_OVER = new Set(['implicit', 'password']);
const NONE_ALGORITHM =
  /\balg(?:orithm)?["']?\s*[:=]?\s*["']?none\b|\bunsigned (?:jwt|token)|\bsignature (?:is )?not (?:verified|checked|validated)|without (?:verifying|checking) the signature/i;
const LONG_LIVED =
  /\b(?:never expires?|do(?:es)? not expire|no expir(?:y|ation)|non-expiring|long-lived|valid forever|permanent token)\b/i;

const SPEAKS_OF_TOKENS = /\b(?:tokens?|sessions?|log(?:ged|s)?[ -]?in|api keys?|passwords?)\b/i;

/** Programs prove who they are where tokens are handed out: nobody's password travels there. */
function isForClients(name: string, operations: readonly Operation[]): boolean {
  const users = operations.filter(({ security }) =>
    security.requirements.some(({ schemes }) => schemes.some((one) => one.name === name)),
  );
  return users.length > 0 && users.every((operation) => isDoorway(operation));
}

/** A code that goes to somebody's phone or mailbox, to show that they have it. */
const SENT_CODE =
  /^(?:\w+_)?(?:one_time_(?:code|password|pin)|otp(?:_code)?|sms_code|mail_code|email_code|verification_(?:code|pin)|mfa_code|2fa_code|login_code|tan|passcode|reset_(?:code|token|link|url)|password_reset_\w+|magic_link)$/;
const PLAIN_CODE = /^(?:\w+_)?(?:code|pin)$/;
const SENDS_CODE =
  /\b(?:sends?|sent|texts?|e-?mails?|mailed|delivers?|dials?)\b[^.]{0,60}\b(?:codes?|pins?|otp|links?|passcodes?)\b|\b(?:codes?|pins?|otp|links?|passcodes?)\b[^.]{0,60}\b(?:sent|texted|mailed|e-?mailed|by sms|via sms|by e-?mail|delivered)\b/i;
const ISSUES_DEVICE = setOf('totp authenticator enroll enrol enrolment enrollment device recovery backup');

/** The code that is to prove something comes back to whoever asked for it to be sent. */
function returnedCode(document: ApiDocument, said: string, operation: Operation): ApiHit[] {
  if (operation.method !== 'post' && operation.method !== 'get' && operation.method !== 'put') return [];
  if (hasWord(wordsOf(`${operation.path} ${operation.id}`), ISSUES_DEVICE)) return [];
  const sent = new Set(inputsOf(document, operation).map(({ name }) => nameOf(name)));
  const isSent = SENDS_CODE.test(said);
  const code = givenIn(document, operation).find(({ name }) => {
    const key = nameOf(name);
    return !sent.has(key) && (SENT_CODE.test(key) || (isSent && PLAIN_CODE.test(key)));
  });
  if (code === undefined || !(isSent || isDoorway(operation) || isCompared(document))) return [];
  const note = `${labelOf(operation)} gives "${code.name}" back to whoever asked for it to be sent.`;
  return [{ at: code.at, confidence: 'firm', note, class: 'returned' }];
}
/** Somewhere a short code is sent back in, and compared. */
const isCompared = (document: ApiDocument): boolean =>
  document.operations.some((one) =>
    inputsOf(document, one).some(({ name }) => SENT_CODE.test(nameOf(name)) || PLAIN_CODE.test(nameOf(name))),
  );

export const weakScheme = apiRule({
  id: 'API-20',
  title: 'A weak way to prove who one is',
  question: 'Is a scheme used that sends passwords, is outdated, or whose tokens nobody checks or ends?',
  severity: 'MEDIUM',
  references: ['OWASP-API2:2023', 'CWE-1390', 'CWE-522'],
  why: 'Passwords travel with every call, or a lost token opens the door for good.',
  fix: 'Use tokens that are short-lived and checked, by the authorization code flow with PKCE.',
  blindTo: 'Goes by the scheme and its own words. OpenID Connect and bearer tokens without such words are quiet.',
  check: (document) => [
    ...document.operations
      .filter(({ kind }) => kind === 'path')
      .flatMap((operation) => returnedCode(document, spokenBy(document)(operation), operation)),
    ...schemeHits(document),
  ],
});

const schemeHits = ({ schemes, operations }: ApiDocument): ApiHit[] => [
  ...operations
    .filter(
      ({ prose, kind }) =>
        kind === 'path' &&
        (NONE_ALGORITHM.test(prose) || lacksProof(prose) || (LONG_LIVED.test(prose) && SPEAKS_OF_TOKENS.test(prose))),
    )
    .map(
      (operation): ApiHit => ({
        at: operation.at,
        confidence: 'firm',
        note: `${labelOf(operation)} speaks of tokens that nobody checks or ends.`,
        class: 'said',
      }),
    ),
  ...[...schemes.values()]
    .filter((scheme) => !isForClients(scheme.name, operations))
    .flatMap((scheme): ApiHit[] => {
      const at = (note: string, kind: string): ApiHit => ({ at: scheme.at, confidence: 'firm', note, class: kind });
      const flows = [...entriesOf(childOf(scheme.node, 'flows')).map(({ key }) => key), textAt(scheme.node, 'flow')];
      const format = withGloss(`${scheme.description} ${textAt(scheme.node, 'bearerFormat')}`);
      return [
        ...(scheme.type === 'http' && GENERIC_SCHEME.test(scheme.scheme)
          ? [at(`"${scheme.name}" is HTTP ${scheme.scheme}.`, 'scheme')]
          : []),
        ...flows
          .filter((flow) => HANDS_OVER.has(flow))
          .map((flow) => at(`"${scheme.name}" uses the ${flow} flow, which was given up.`, 'flow')),
        ...(NONE_ALGORITHM.test(format) || lacksProof(format)
          ? [at(`"${scheme.name}" takes tokens that nobody checks.`, 'unchecked')]
          : []),
        ...(LONG_LIVED.test(format) ? [at(`"${scheme.name}" gives tokens that do not end.`, 'endless')] : []),
      ];
    }),
];
