import type { ApiDocument, Operation } from '../document/document.ts';
import { propertiesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, textAt } from '../tree/node.ts';
import { inputsOf } from './input.rules.ts';
import { isHabit, once } from './norm.ts';
import {
  hasWord,
  isMutating,
  isReceiver,
  isSecured,
  labelOf,
  nameOf,
  segmentsOf,
  setOf,
  singular,
  wordsOf,
} from './words.ts';

const own = ({ operations }: ApiDocument): Operation[] => operations.filter(({ kind }) => kind === 'path');

const SENSITIVE = setOf(
  'checkout purchase buy transfer withdraw withdrawal payout refund redeem redemption coupon voucher vote ballot otp sms giftcard gift ticket tickets bid payment payments donate donation topup send login signin reset forgot invite invitation invitations referral referrals reserve reservation reservations booking bookings claim bonus raffle lottery tip stake bet wager trade swap',
);
const LIMITED =
  /\b(?:rate[- ]?limit\w*|throttl\w*|per (?:second|minute|hour|day|account|user|ip|customer|device|card)|at most|max(?:imum)? (?:of )?\d|quota|cool-?down|captcha|lock(?:ed|s|out)|(?:only|at most|exactly) once|once per|one[- ]time|attempts?|idempoten\w*|confirm\w*|two[- ]factor|2fa|mfa|step[- ]up|approval)\b/i;
const UNLIMITED =
  /\b(?:no|not|never|without|unlimited|any number of|as often as|as many)\b(?! (?:more|later|longer) than)/i;
const isSaidLimited = (text: string): boolean =>
  text.split(/(?<=[.!?;])\s+|\n/).some((sentence) => LIMITED.test(sentence) && !UNLIMITED.test(sentence));
const GUARD_NAME =
  /^(?:\w+_)?(?:idempotency_key|captcha|captcha_token|recaptcha|otp|otp_code|mfa_code|totp|confirm|confirmation|confirmation_code|confirmation_token|challenge|challenge_id|nonce|two_factor_code|verification_code|approval_id|step_up_token)$/;
const LIMIT_HEADER = /^(?:x_)?rate_?limit|^retry_after$/;
/** Bought at once, by the words of the operation. */
const BUYS =
  /\b(?:buys?|purchas(?:e|es|ed)|(?:card|account|wallet|balance|customer) (?:on file )?(?:is|will be|gets) (?:charged|debited)|charges? (?:the|your|a) (?:\w+ )?(?:card|account|wallet)|(?:stored|saved) (?:card|payment method))\b/i;

const AMOUNT = /^(?:\w+_)?(?:amount|sum|value_cents|amount_\w+|cents|minor_units)$/;
const PAYEE =
  /^(?:\w+_)?(?:iban|recipient|recipient_\w+|beneficiary\w*|destination\w*|payee\w*|to|to_\w+|wallet\w*|account_number|bank_account)$/;
const REACHED = /^(?:\w+_)?(?:phone|phone_number|msisdn|mobile|email|e_mail|recipients?)$/;
const SENDS = /\b(?:sends?|texts?|e-?mails?|calls?|invites?|notif(?:y|ies)|messages?)\b/i;
const CODE =
  /^(?:\w+_)?(?:otp|pin|passcode|code|one_time_code|one_time_password|verification_code|coupon|coupon_code|promo_code|voucher|voucher_code|gift_code|password)$/;
const PROVES =
  /\b(?:verif(?:y|ies|ication)|check(?:s|ed)?|confirm\w*|redeem\w*|sign(?:s|ed)?[ -]in|log(?:s|ged)?[ -]in|unlock\w*|appl(?:y|ies))\b/i;

/** A sum, and who is to have it. */
export function isMoney(document: ApiDocument, operation: Operation): boolean {
  const names = inputsOf(document, operation).map(({ name }) => nameOf(name));
  return names.some((name) => AMOUNT.test(name)) && names.some((name) => PAYEE.test(name));
}

/** By what is sent: money to somebody, a message to a stranger, or a short secret that can be guessed. */
function isWorthAbusing(document: ApiDocument, operation: Operation): boolean {
  const names = inputsOf(document, operation).map(({ name }) => nameOf(name));
  const has = (shape: RegExp): boolean => names.some((name) => shape.test(name));
  if (isMoney(document, operation) || BUYS.test(operation.prose)) return true;
  if (has(REACHED) && SENDS.test(operation.prose) && !isSecured(operation)) return true;
  return (
    has(CODE) && PROVES.test(operation.prose) && (!isSecured(operation) || has(/coupon|promo|voucher|gift|otp|pin/))
  );
}

const TRIES = setOf('verify confirm check login signin redeem unlock activate validate complete exchange');
/** A short secret that is compared here: whoever may try often enough finds it, and it is no guard of itself. */
function isGuessing(document: ApiDocument, operation: Operation): boolean {
  if (operation.method !== 'post' || isSecured(operation)) return false;
  const names = inputsOf(document, operation).map(({ name }) => nameOf(name));
  const last = segmentsOf(operation.path).slice(-1).flatMap(wordsOf);
  return names.some((name) => SHORT_CODE.test(name)) && (hasWord(last, TRIES) || PROVES.test(operation.prose));
}
const SHORT_CODE = /^(?:\w+_)?(?:otp|pin|passcode|code|one_time_code|verification_code|security_answer|totp)$/;
const isLimited = (operation: Operation): boolean =>
  isSaidLimited(operation.prose) ||
  operation.answers.some(
    ({ status, headers, description }) =>
      status === '429' ||
      status === '423' ||
      isSaidLimited(description) ||
      headers.some(({ key }) => LIMIT_HEADER.test(nameOf(key))),
  );

/** All operations say how many calls are left: a limit of the service, none of this flow. */
const countsAllCalls = once((all: readonly Operation[]): boolean =>
  isHabit(all, ({ answers }) =>
    answers.some(({ headers }) => headers.some(({ key }) => LIMIT_HEADER.test(nameOf(key)))),
  ),
);
const isHeldAlone = (operation: Operation): boolean =>
  isSaidLimited(operation.prose) ||
  operation.answers.some(
    ({ status, description }) => status === '429' || status === '423' || isSaidLimited(description),
  );

/** A token for whoever is named: nothing that is sent proves who that is. */
function isUnproven({ references, ...document }: ApiDocument, operation: Operation): boolean {
  if (operation.method !== 'post' || isSecured(operation)) return false;
  const given = operation.answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)));
  if (!given.some(({ name }) => /^(?:access_|auth_|session_|bearer_|id_)?(?:token|jwt)$/.test(nameOf(name))))
    return false;
  const inputs = inputsOf({ ...document, references }, operation).map(({ name }) => nameOf(name));
  const isJoining = hasWord([...nounsAt(operation), ...wordsOf(operation.id)], JOINS);
  return (
    !isJoining &&
    inputs.some((name) => NAMES_SOMEBODY.test(name)) &&
    !inputs.some((name) => PROOF.test(name) || /pass|pwd|secret|grant|verifier|captcha/.test(name))
  );
}
const NAMES_SOMEBODY =
  /^(?:\w+_)?(?:e_?mail|user(?:_?name|_id)?|login|phone(?:_number)?|account(?:_id|_number)?|customer(?:_id|_number)?|member(?:_id|_number)?)$/;
const JOINS = setOf('register registration signup guest anonymous device visitor join enroll onboarding');

const NEW_PASSWORD = /^(?:new_?)?(?:password|passphrase|pass_code)$/;
const PROOF =
  /^(?:\w+_)?(?:token|code|otp|pin|ticket|key|link|signature|(?:old|current|previous|existing)_password|password_(?:old|current)|nonce|secret|answer|challenge\w*|credential|assertion|hash|sid|session\w*)$/;
const SETS_PASSWORD = /\b(?:set|sets|reset\w*|change\w*|replace\w*|new password|takes effect)\b/i;

/** Sets the password of an account that is only named: whoever knows the name has the account. */
function isTakeover(document: ApiDocument, operation: Operation): boolean {
  if (!['post', 'put', 'patch'].includes(operation.method) || isSecured(operation)) return false;
  const inputs = inputsOf(document, operation).map(({ name }) => nameOf(name));
  const isNew = inputs.some((name) => name !== 'password' && NEW_PASSWORD.test(name));
  const isSet = isNew || (inputs.includes('password') && hasWord(nounsAt(operation), setOf('reset password recovery')));
  return (
    isSet && SETS_PASSWORD.test(`${operation.prose} ${operation.path}`) && !inputs.some((name) => PROOF.test(name))
  );
}
const nounsAt = ({ path }: Operation): string[] => segmentsOf(path).flatMap(wordsOf).map(singular);

/** The document names limits nearly everywhere else, so what is left out here is left out. */
const SPOKEN_SHARE = 0.6;
const speaksOfLimits = (operations: readonly Operation[]): boolean =>
  operations.filter(({ answers }) => answers.some(({ status }) => status === '429')).length >=
  operations.length * SPOKEN_SHARE;

function isGuarded(document: ApiDocument, operation: Operation, isAll: boolean): boolean {
  return (
    isSaidLimited(operation.prose) ||
    operation.answers.some(
      ({ status, headers, description }) =>
        status === '429' ||
        isSaidLimited(description) ||
        (!isAll && headers.some(({ key }) => LIMIT_HEADER.test(nameOf(key)))),
    ) ||
    [...operation.parameters, ...inputsOf(document, operation)].some(({ name }) => GUARD_NAME.test(nameOf(name)))
  );
}

const flows = apiRule({
  id: 'API-14',
  title: 'A flow worth abusing, with nothing to slow it down',
  question: 'Can money, votes, codes or places be taken as often and as fast as somebody likes?',
  severity: 'MEDIUM',
  references: ['OWASP-API6:2023', 'CWE-799', 'CWE-837'],
  why: 'A program does in a minute what the flow was made for in a month.',
  fix: 'Say what limits it: a rate, an idempotency key, a confirmation, a second factor.',
  blindTo:
    'Goes by names, by what is sent (money to somebody, a message to a stranger, a code), and by limits that all others have. A limit for the whole service that the document states in its description counts.',
  check: (document) => {
    const isSpoken = speaksOfLimits(own(document));
    const isAll = countsAllCalls(document.operations);
    const isSaidForAll = /\brate[- ]?limit/i.test(textAt(childOf(document.root, 'info'), 'description'));
    return own(document).flatMap((operation): ApiHit[] => {
      if (isTakeover(document, operation)) {
        const note = `${labelOf(operation)} sets a password, and nothing that is sent proves whose it is.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'takeover' }];
      }
      if (isUnproven(document, operation)) {
        const note = `${labelOf(operation)} gives a token to whoever is named.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'takeover' }];
      }
      if (isSaidForAll && !isSpoken) return [];
      if (isGuessing(document, operation) && !(isAll ? isHeldAlone(operation) : isLimited(operation))) {
        const note = `${labelOf(operation)} compares a short secret and names no limit to trying.`;
        return [{ at: operation.at, confidence: 'firm', note, class: 'guessing' }];
      }
      if (operation.method !== 'post' && operation.method !== 'put') return [];
      const last = segmentsOf(operation.path).slice(-1).flatMap(wordsOf);
      const does = [...last, ...wordsOf(operation.id).slice(0, 3)];
      const isNamed = hasWord([...does, ...does.map(singular)], SENSITIVE);
      const isLeftOut = isSpoken && isMutating(operation);
      if (!isNamed && !isLeftOut && !isWorthAbusing(document, operation)) return [];
      if (isReceiver(operation) || (isNamed && !isMutating(operation)) || isGuarded(document, operation, isAll))
        return [];
      const note = `${labelOf(operation)} names no limit, no confirmation and no key against repetition.`;
      return [{ at: operation.at, confidence: 'firm', note, class: 'flow' }];
    });
  },
});
const SIGNED =
  /\b(?:signatures?|signing (?:key|secret)|signed (?:with|by|using|as|over|for|requests?|payloads?|bod(?:y|ies)|messages?|events?|jwt|token)|(?:requests?|payloads?|messages?|events?|calls?|deliver(?:y|ies)|webhooks?|bod(?:y|ies)|notifications?|posts?|callbacks?|content) (?:is |are |will be |being |comes? |arrives? )?(?:always )?signed|we sign|signs (?:the|each|every|all|its)|hmac|hmac-sha\d+|shared secret|webhook secret|mutual tls|mtls|client certificate|jws|jwt|bearer|basic auth\w*|verif(?:y|ied|ication) (?:token|header|of the sender)|authenticity|api key)\b/i;
const SIGNATURE_NAME =
  /signature|hmac|digest|svix|hub_|webhook_(?:id|token|secret)|authorization|x_\w*token|secret|jws/;

const UNSIGNED =
  /\b(?:no|not|never|without|lacks?)\s+(?:an?\s+|any\s+|further\s+|yet\s+)?(?:\w+\s+)?(?:sign(?:ed|atures?|ing)?|hmac|secret|authenticity|header)/i;
const WAIVED =
  /\b(?:signatures?|hmac|secrets?|header|authenticity)\b[^.]{0,40}\b(?:optional|ignored|may be (?:absent|missing|empty|left out)|(?:is|are) not (?:checked|verified|compared|validated)|isn't (?:checked|verified)|not yet|planned|later)\b/i;
const REFUSES = /\b(?:reject|refuse|ignore|discard|drop|verify|check|must|401|403)\w*\b/i;
const isSaidSigned = (prose: string): boolean =>
  prose
    .split(/(?<=[.!?;])\s+|\n/)
    .some(
      (sentence) =>
        SIGNED.test(sentence) && !WAIVED.test(sentence) && (!UNSIGNED.test(sentence) || REFUSES.test(sentence)),
    );

const isSigned = (document: ApiDocument, operation: Operation): boolean =>
  isSecured(operation) ||
  isSaidSigned(operation.prose) ||
  operation.parameters.some(({ name, in: place }) => place === 'header' && SIGNATURE_NAME.test(nameOf(name))) ||
  operation.bodies.some(({ schema }) =>
    propertiesOf(schema, document.references).some(({ name }) => /^(?:signature|hmac|jws|sig)$/.test(nameOf(name))),
  );

const unsigned = apiRule({
  id: 'API-17',
  title: 'Messages nobody can tell from forged ones',
  question: 'Is a webhook or callback sent or received without a signature?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-345'],
  why: 'Anybody who knows the address can say that something was paid, approved or delivered.',
  fix: 'Sign the message and its time, and say in which header.',
  blindTo:
    'A signature, a credential, or a sentence that says how the sender is known is enough; the documents of many services say it only in their general description.',
  check: (document) => {
    if (/\bwebhooks?\b[^.]{0,120}\bsign(?:ed|ature)/i.test(textAt(childOf(document.root, 'info'), 'description')))
      return [];
    return document.operations
      .filter(
        (operation) =>
          operation.kind !== 'path' || isReceiver(operation) || isCalledByOthers(operation, document.references),
      )
      .filter((operation) => operation.kind !== 'path' || !isRegistration(document, operation))
      .filter((operation) => !isSigned(document, operation))
      .map(
        (operation): ApiHit => ({
          at: operation.at,
          confidence: 'firm',
          note: `${labelOf(operation)} carries nothing that proves who sent it.`,
          class: operation.kind === 'path' ? 'received' : 'sent',
        }),
      );
  },
});

const BY_OTHERS =
  /\b(?:called|sent|posted|invoked|delivered|reported|pushed|hit) (?:back )?by (?:the |our |an? |each |any )?(?:[\w-]+ ){0,2}(?:providers?|partners?|gateways?|processors?|banks?|carriers?|couriers?|acquirers?|suppliers?|platforms?|vendors?|devices?|upstream)\b|\b(?:providers?|partners?|gateways?|processors?|banks?|carriers?|couriers?|acquirers?|suppliers?) (?:calls?|posts?|notif(?:y|ies)|reports?|tells?|pushes|delivers?)\b/i;

/** No word "webhook", but by its own words somebody else's service reports here, and nobody asks which. */
const isCalledByOthers = (operation: Operation, references: ApiDocument['references']): boolean =>
  operation.method === 'post' &&
  !isSecured(operation) &&
  (BY_OTHERS.test(operation.prose) ||
    operation.bodies.some(({ schema }) => {
      const names = propertiesOf(schema, references).map(({ name }) => nameOf(name));
      const isReport = REPORTS.has(nounsAt(operation).at(-1) ?? '');
      if (isReport && names.length > 1 && names.some((name) => /^(?:status|state|result|outcome)$/.test(name)))
        return true;
      return names.some((name) => EVENT.test(name)) && (isReport || names.some((name) => HAPPENED.test(name)));
    }));
const REPORTS = setOf(
  'event notification postback push ping status update confirmation result report receipt delivery',
);
/** Says what happened, and to what. */
const EVENT = /^(?:event|event_type|event_name|event_id|notification_type|topic|delivery_id)$/;
const HAPPENED = /^(?:data|payload|object|resource|occurred_at|created_at|timestamp|sent_at|status|amount)$/;

/** Webhooks are ordered here, not received: the caller says where they are to go. */
const isRegistration = (document: ApiDocument, operation: Operation): boolean =>
  inputsOf(document, operation).some(({ name }) => /(?:^|_)(?:url|uri|endpoint|target)$/.test(nameOf(name)));

const silent = apiRule({
  id: 'API-19',
  title: 'Answers that are not described',
  question: 'Does the document leave out what happens to calls that are wrong, unknown or too many?',
  severity: 'INFO',
  nature: 'hygiene',
  references: ['OWASP-API4:2023', 'OWASP-API8:2023'],
  why: 'Callers cannot tell a refusal from a fault, and nobody sees whether a limit exists.',
  fix: 'Describe 400, 401, 429 and 500, with their rate limit headers.',
  blindTo: 'Information only: most documents leave these out.',
  check: (document) =>
    own(document).flatMap((operation): ApiHit[] => {
      const statuses = operation.answers.map(({ status }) => status.toUpperCase());
      if (statuses.includes('DEFAULT')) return [];
      const has = (...wanted: string[]): boolean => statuses.some((status) => wanted.includes(status));
      const missing = [
        ...(isSecured(operation) && !has('401', '403', '4XX') ? ['401'] : []),
        ...(has('429', '4XX') ? [] : ['429']),
        ...(operation.bodies.length > 0 && !has('400', '422', '4XX') ? ['400'] : []),
        ...(has('500', '503', '5XX') ? [] : ['500']),
      ];
      return missing.map((status) => ({
        at: operation.at,
        confidence: 'certain',
        note: `${labelOf(operation)} does not say when it answers ${status}.`,
        class: status,
      }));
    }),
});

export const FLOW_RULES = [flows, unsigned, silent];
