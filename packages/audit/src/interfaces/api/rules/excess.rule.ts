import type { ApiDocument, Operation } from '../document/document.ts';
import { isOfType, membersOf, type Property, propertiesOf, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { scalarOf } from '../tree/node.ts';
import { givesWhole } from './lacks.ts';
import { once } from './norm.ts';
import {
  hasWord,
  isAdmin,
  isDoorway,
  isMutating,
  isOneself,
  isSecured,
  labelOf,
  nameOf,
  nounsOf,
  setOf,
  singular,
  wordsOf,
} from './words.ts';

/** What a service keeps to compare with, or was told in confidence: no answer needs it. */
const HASHED =
  /^(?:\w+_)?(?:password|passwd|pwd|passphrase|pin|passcode|pass)_(?:hash|hashes|hashed|salt|digest|encrypted|bcrypt|md5|sha\d*|enc|crypt)$|^(?:hashed|encrypted|salted|plain|plaintext|clear)_(?:password|passwd|pwd|pin)$|^(?:pw|pwd|pass|passwd)_?(?:hash|salt)$|^(?:salt|pwhash|passhash|credential_hash)$|^(?:\w+_)?(?:totp|otp|mfa|2fa|two_factor|authenticator|hotp)_(?:secret|seed|key)$|^(?:\w+_)?(?:recovery|backup)_codes?$|^(?:\w+_)?(?:security|secret)_answers?$|^(?:\w+_)?(?:cvv2?|cvc2?|card_pin|card_security_code)$|^(?:\w+_)?(?:password_)?reset_(?:token|code)$|^(?:\w+_)?(?:remember|session)_token$/;
const PASSWORD =
  /^(?:\w+_)?(?:password|passwd|pwd|passphrase|private_key|card_number|pan|credit_card(?:_number)?|full_card_number)$/;
const KEYS =
  /^(?:\w+_)?(?:api_?key|api_secret|access_token|refresh_token|auth_token|oauth_token|bearer_token|client_secret|secret_key|signing_secret|signing_key|shared_secret|master_key|(?:push|fcm|apns)_token|jwt)$/;
/** A hash as libraries write it. */
const SHOWN_HASH = /^\$(?:2[abxy]|argon2\w*|pbkdf2\S*|scrypt|[156])\$/;
const SAID_SECRET =
  /\b(?:bcrypt|argon2\w*|scrypt|pbkdf2|hash(?:ed)?(?: value)? of the (?:password|pin)|password hash|salted)\b/i;

/** Parts of a service that are there to hand out or to keep credentials. */
const HANDS_OUT = setOf(
  'token key apikey secret credential session auth oauth oauth2 login signin signup register password vault connection database webhook hook client app application integration wifi certificate keypair deploy subscriber otp mfa 2fa totp',
);

/** Who somebody is to the state, to a bank or to a doctor, and where they live. */
const GRAVE =
  /^(?:\w+_)?(?:ssn|social_security(?:_number|_no)?|national_(?:id|insurance|identity|number)(?:_number|_no)?|nino|identity_(?:number|document)|id_card(?:_number)?|citizen_id|passport(?:_number|_no|_id)?|driv(?:er|ing)s?_licen[cs]e(?:_number|_no)?|tax_(?:id|number|identification|file_number)|iban|bank_(?:account|details|reference|number)\w*|account_number|sort_code|routing_number|salary|salary_\w+|wage|income|diagnos[ie]s|medical_\w+|medications?|allergies|health_\w+|blood_(?:type|group)|disabilit(?:y|ies)|religion|ethnicity|sexual_orientation|criminal_record|home_address|private_address|residential_address|home_location|credit_score|biometric\w*|face_(?:template|embedding)|mother_maiden_name|maiden_name|private_(?:phone|email|mobile)|home_phone|emergency_contact\w*)$/;
const BORN = /^(?:\w+_)?(?:date_of_birth|birth_?date|birthday|dob)$/;
/** How somebody is reached or found. */
const CONTACT =
  /^(?:\w+_)?(?:e_?mail(?:_address)?|phone(?:_number)?|mobile(?:_number)?|msisdn|street|street_address|address|postal_address|ip|ip_address|last_(?:login_|seen_)?ip|device_id|latitude|longitude|gps|location_history|last_location|last_name|full_name|surname)$/;

/** What those who run a service note for themselves. */
const INTERNAL =
  /^(?:_?internal_(?:notes?|comments?|remarks?|memo|rating|score|flags?|cost|margin|price|status|risk\w*|reason)|(?:admin|staff|moderator|support|agent|reviewer|operator|hr|recruiter|teacher)_(?:notes?|comments?|remarks?|memo|flags?)|(?:\w+_)?(?:fraud|risk|churn|abuse|spam|trust)_(?:score|level|rating|flags?|indicators?|signals?)|(?:\w+_)?(?:gross_|profit_)?margin(?:_\w+)?|(?:\w+_)?(?:cost|purchase|wholesale|supplier|buying|reserve|floor)_price|supplier_cost|(?:\w+_)?(?:blacklist|blocklist|watchlist)(?:ed)?_?(?:reason|status|flag)?|is_(?:flagged|shadow_?banned|watchlisted)|shadow_?banned|password_(?:last_changed|history)|failed_logins?(?:_count)?|db_id|row_version|raw_(?:row|record|json))$/;
const SAID_INTERNAL =
  /\b(?:(?:for )?internal(?:ly)? (?:use|only|purposes)|for internal|(?:not|never) (?:shown|displayed|visible|rendered|meant for|for) (?:to |the |by |in )?(?:the )?(?:public|users?|customers?|guests?|visitors?|app|members?|players?|clients?)|(?:staff|moderators?|operators?|admins?|support) (?:only|eyes)|only for (?:staff|moderators|support|operators|admins?)|for (?:staff|moderators|our (?:support|staff)|operators) only)\b/i;

/** Somebody, as a part of something else. */
const ROLES = setOf(
  'author owner seller buyer user reviewer applicant member customer host driver tenant player attendee participant guest patient student employee person donor renter borrower creator commenter uploader sender contact candidate voter resident passenger rider courier friend follower colleague neighbour neighbor child parent teacher organizer organiser bidder winner subscriber holder',
);

const isText = ({ schema, name }: Property): boolean =>
  !isOfType(schema, 'boolean') &&
  !isOfType(schema, 'object') &&
  !/^(?:has|is|uses|needs|requires|can|show)_/.test(nameOf(name));

/** What an operation is there to give, by its own names: a service that reckons risks answers with them. */
const isPurpose = ({ name }: Property, document: ApiDocument, operation: Operation): boolean => {
  const about = [
    ...nounsOf(operation),
    ...[operation.id, document.title, ...operation.tags].flatMap(wordsOf).map(singular),
  ];
  return wordsOf(name).some((word) => about.includes(singular(word)) && !COMMON.has(word));
};
const COMMON = setOf(
  'id number no code name user customer account member key token status note date score level price account',
);

/** Everything that a call which succeeds gives back. */
export const givenIn = ({ references }: ApiDocument, { answers }: Operation): Property[] =>
  answers
    .filter(({ status }) => /^2|^default$/i.test(status))
    .flatMap(({ contents }) => contents)
    .flatMap(({ schema, samples }) => [
      ...propertiesOf(schema, references),
      ...samples.flatMap((one) => membersOf(one)),
    ])
    .filter(({ isWriteOnly }) => !isWriteOnly);

type Found = { readonly property: Property; readonly what: string; readonly class: string };
type Asked = {
  readonly operation: Operation;
  readonly given: readonly Property[];
  readonly isMeant: (one: Property) => boolean;
};

function findSecret({ operation, given }: Asked): Found | undefined {
  const isHanding = hasWord(nounsOf(operation), HANDS_OUT) || isDoorway(operation);
  const isRead = operation.method === 'get' || operation.method === 'head';
  const property = given.filter(isText).find((one) => {
    const name = nameOf(one.name);
    if (HASHED.test(name) && !(isHanding && /code|token|seed|secret|key$/.test(name))) return true;
    if (SAID_SECRET.test(one.description) && !isHanding) return true;
    if (samplesOf(one.schema).some((sample) => SHOWN_HASH.test(String(scalarOf(sample))))) return true;
    return isRead && !isHanding && (PASSWORD.test(name) || KEYS.test(name));
  });
  return property === undefined ? undefined : { property, what: 'which no caller needs', class: 'secret' };
}

const PUBLIC_FACE =
  /\b(?:public(?:ly)?|directory|look(?:s)? (?:\w+ )?up|search|nearby|leaderboard|colleagues?|everybody|everyone|anyone|visitors?|feed|board|browse|gallery|map|roster|ranking|shown (?:on|to))\b/i;

const parentOf = ({ path }: Property): string => singular(wordsOf(path.at(-2) ?? '').at(-1) ?? '');

/** Looks something up, by whichever method. */
const isAsking = (operation: Operation): boolean =>
  operation.method === 'get' || (operation.method === 'post' && !isMutating(operation));

/** One of many, or a part of something that is about something else. */
const isOfMany = ({ operation, given }: Asked): boolean =>
  operation.method === 'get' && !operation.path.endsWith('}') && given.length > 0 && !isOneself(operation);

function findPersonal(asked: Asked): Found | undefined {
  const { operation, given, isMeant } = asked;
  if (isAdmin(operation) || isDoorway(operation) || isOneself(operation)) return undefined;
  const texts = given.filter((one) => isText(one) && !isMeant(one));
  const grave = texts.filter(({ name }) => GRAVE.test(nameOf(name)));
  const born = texts.filter(({ name }) => BORN.test(nameOf(name)));
  const reached = texts.filter(({ name }) => CONTACT.test(nameOf(name)));
  const isNested = (one: Property): boolean =>
    one.path.length > 1 && ROLES.has(parentOf(one)) && !nounsOf(operation).includes(parentOf(one));
  const [property] = [...grave, ...born, ...reached];
  if (property === undefined || !isAsking(operation)) return undefined;
  const found: Found = { property, what: 'of people that it is not about', class: 'personal' };
  if (!isSecured(operation)) {
    const isBare = grave.length > 0 || (born.length > 0 && reached.length > 0);
    return isBare || [...born, ...reached].filter(isNested).length > 1 ? found : undefined;
  }
  if (grave.some(isNested) || (born.some(isNested) && reached.some(isNested))) return found;
  const isSeen = isOfMany(asked) || (PUBLIC_FACE.test(operation.prose) && !isOneself(operation));
  const isOfPeople =
    hasWord(nounsOf(operation).slice(-1), ROLES) || PUBLIC_FACE.test(`${operation.prose} ${operation.path}`);
  const isPublicFace = PUBLIC_FACE.test(`${operation.prose} ${operation.path}`);
  return isSeen && isOfPeople && (grave.length > 0 || (born.length > 0 && isPublicFace)) ? found : undefined;
}

function findInternal({ operation, given, isMeant }: Asked): Found | undefined {
  if (isAdmin(operation)) return undefined;
  const kept = given.filter(
    (one) => !isMeant(one) && (INTERNAL.test(nameOf(one.name)) || SAID_INTERNAL.test(one.description)),
  );
  // A shop has its own costs in its own lists: to customers they are too much.
  const [property] =
    kept.length > 1 || !isSecured(operation)
      ? kept
      : kept.filter(({ name }) => !/price|cost|margin/.test(nameOf(name)));
  return property === undefined
    ? undefined
    : { property, what: 'which the service keeps for itself', class: 'internal' };
}

/** The same schema under many operations is looked at for each: what differs is who may ask. */
const excessOf = (document: ApiDocument) =>
  once((operation: Operation): ApiHit[] => {
    const asked: Asked = {
      operation,
      given: givenIn(document, operation),
      isMeant: (one) => isPurpose(one, document, operation),
    };
    const found = findSecret(asked) ?? findPersonal(asked) ?? findInternal(asked);
    if (found !== undefined) {
      const note = `${labelOf(operation)} gives "${found.property.name}", ${found.what}.`;
      return [{ at: found.property.at, confidence: 'firm', note, class: found.class }];
    }
    const told = [
      operation.prose,
      ...operation.answers.filter(({ status }) => status.startsWith('2')).map(({ description }) => description),
    ];
    if (isAdmin(operation) || !told.some(givesWhole)) return [];
    const note = `${labelOf(operation)} says that it gives more than is shown.`;
    return [{ at: operation.at, confidence: 'firm', note, class: 'said' }];
  });

export const excess = apiRule({
  id: 'API-27',
  title: 'Answers that give more than is needed',
  question:
    'Does an answer hold hashes, keys, identity numbers, inner notes or whole records that its caller has no use for?',
  severity: 'MEDIUM',
  references: ['OWASP-API3:2023', 'CWE-213', 'CWE-359', 'CWE-201'],
  why: 'Whoever may ask gets it all, whatever a page later shows of it.',
  fix: 'Answer with a schema of its own for each kind of caller, and mark what is only sent as writeOnly.',
  blindTo:
    'Goes by the names, descriptions and samples of properties, and by sentences about whole records. Particulars of people count where nobody is asked for a credential, in lists, and inside things that are about something else; not where somebody reads their own, or in the part for administrators. Operations that hand out credentials are quiet.',
  check: (document) => {
    const look = excessOf(document);
    return document.operations.filter(({ kind }) => kind === 'path').flatMap(look);
  },
});
