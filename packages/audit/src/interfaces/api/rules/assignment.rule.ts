import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, type Property, propertiesOf, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, itemsOf, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import {
  has,
  hasWord,
  isAdmin,
  isDoorway,
  isOneself,
  labelOf,
  nameOf,
  nounsOf,
  segmentsOf,
  setOf,
  wordsOf,
} from './words.ts';

/** Words of a name by which somebody may do more, or has more. */
const POWER = setOf(
  'role roles admin superuser superadmin staff root permission permissions privilege privileges scope scopes entitlement entitlements balance credits credit internal rol rolle saldo solde guthaben kontostand berechtigung berechtigungen permiso permisos droits',
);
const POWER_NAME =
  /^(?:access_level|user_type|account_type|credit_limit|clearance(?:_level)?|authorities|is_(?:\w+_)?(?:admin|staff|manager|owner|moderator|member|employee|partner|internal))$/;
/** What a service finds out, or decides about somebody; with who is responsible for it. */
const STANDING = setOf(
  'verified approved owner tenant verification kyc discount salary wage grade tier plan points score risk commission payout override premium banned suspended blocked trusted',
);
const STANDING_NAME =
  /^(?:(?:org|organi[sz]ation|user|customer|account|manager|seller|merchant|reviewer)_id|\w+_by|(?:payment|account|approval|review|kyc|order)_status|is_paid|paid|(?:total|unit|final|net)_price|loyalty_points|expires_at|valid_until|paid_\w+|fee_waived|subscription_(?:end|expiry)|quota|max_\w+)$/;
/** Parts of a service that are there to say who may do what. */
const OWED = /^(?:total|(?:total_)?amount(?:_due|_paid)?)$/;
const GRANTS = setOf(
  'grant permission role share invite invitation collaborator member policy access acl token key scope',
);
const CHOSEN = setOf('subscription membership plan checkout order');
/** Who has it, and what was found about it. */
const KEEPS =
  /^(?:\w+_)?(?:owner|owner_id|owned_by|tenant|tenant_id|org_id|organi[sz]ation_id|workspace_id|account_id|customer_id|user_id|created_by|verified|is_verified|approved|is_approved|balance|credit_limit|quota_\w+|propietario(?:_id)?|besitzer(?:_id)?|eigentuemer(?:_id)?|inhaber(?:_id)?|proprietaire(?:_id)?|mandant(?:_id)?)$/;
/** Parts of a service where the state of a thing is decided by the service, not by the one who sends it. */
const DECIDED = setOf(
  'me user account profile membership customer member order payment loan claim kyc verification invoice subscription wallet employee seller merchant tenant application registration driver student patient vendor listing booking reservation contract prescription policy ticket trip ride applicant child',
);
const PAID = setOf('order payment loan claim kyc verification invoice subscription application refund payout');
const PEOPLE = setOf('user account member customer employee');
const ABOVE = /^(?:\w+[_-])?(?:admin(?:istrator)?|owner|superuser|root|staff|moderator|manager|internal)(?:[_-]\w+)?$/i;

/** One of the values to choose from is that of somebody who may do everything. */
const offersPower = (schema: TreeNode): boolean =>
  itemsOf(childOf(schema, 'enum')).some((one) => ABOVE.test(String(scalarOf(one)))) ||
  samplesOf(schema).some((one) => ABOVE.test(String(scalarOf(one))));

/** Things that are given out: where one is taken in again as it is, nobody sorted out what callers may set. */
const givenBy = ({ operations, references }: ApiDocument): ReadonlySet<TreeNode | undefined> =>
  new Set(
    operations
      .flatMap(({ answers }) => answers.filter(({ status }) => status.startsWith('2')))
      .flatMap(({ contents }) => contents.map(({ schema }) => references.resolve(schema))),
  );

type Weight = 'power' | 'standing';

/** Who decided, as a record of it: nobody writes that of themselves. */
const DECIDER =
  /^(?:approved|verified|reviewed|confirmed|authori[sz]ed|accepted|granted|certified|signed_off)_(?:by|at|on)$/;
/** What somebody else decides about a thing: among the values that the one who sends it may choose from. */
const OUTCOMES = setOf(
  'accepted approved verified paid settled granted awarded certified refunded authorized authorised confirmed won bezahlt genehmigt bestätigt freigegeben pagado aprobado confirmado payé payee approuvé approuvee pagato approvato aprovado pago',
);
/** The caller may speak for somebody else: what the credential says is only the default. */
const FROM_CREDENTIAL =
  /\b(?:default(?:s|ed)? to|taken from|derived from|falls? back to|otherwise|if (?:absent|omitted|missing|empty)|when (?:absent|omitted|missing|empty))\b[^.]{0,50}\b(?:tokens?|caller|credentials?|session|signed-in|logged-in|authenticated|current user|api key)\b|\b(?:tokens?|caller|credentials?|session|authenticated user|current user)\b[^.]{0,30}\b(?:if|when|unless) (?:absent|omitted|missing|empty|not given|given|set)\b/i;

/** Whatever is sent is kept. */
const SAID_ALL =
  /\b(?:any|every|all|each) (?:[\w-]+ ){0,2}(?:fields?|propert(?:y|ies)|columns?|attributes?|keys?)\b[^.]{0,60}\b(?:set|written|overwritten|overwrites?|replaced?|updated|accepted|stored|saved|changed|changeable|writable|editable)\b|\b(?:body|payload|object|request) is (?:merged|copied|spread|saved|stored|written|bound)\b[^.]{0,40}\b(?:record|row|model|entity|account|document|as is|directly|database|table)\b/i;
const SAID_NOT = /\b(?:not|never|only|ignored|except|no)\b/i;
const isSaidAll = (prose: string): boolean =>
  prose.split(/(?<=[.!?])\s+|\n/).some((sentence) => SAID_ALL.test(sentence) && !SAID_NOT.test(sentence));

const hasOutcome = (schema: TreeNode): boolean =>
  itemsOf(childOf(schema, 'enum')).some((one) => hasWord(wordsOf(String(scalarOf(one))), OUTCOMES));

/** By its shape alone, wherever it stands. */
function weighShape({ name: given, schema, description }: Property): Weight | undefined {
  const name = nameOf(given);
  if (DECIDER.test(name)) return 'standing';
  if (/(?:^|_)(?:status|state|decision|outcome)$/.test(name) && hasOutcome(schema)) return 'standing';
  return /_(?:id|no|number|code)$/.test(name) && FROM_CREDENTIAL.test(description) ? 'standing' : undefined;
}

function weigh({ name: given, schema, ...rest }: Property, operation: Operation, isWhole: boolean): Weight | undefined {
  const name = nameOf(given);
  const words = name.split('_');
  const nouns = nounsOf(operation);
  const isDecided = hasWord(nouns, DECIDED) || isDoorway(operation) || isOneself(operation);
  const isPower =
    (hasWord(words, POWER) && !/_(?:id|name|label|note|reason|date|at)$/.test(name)) || POWER_NAME.test(name);
  // Whoever signs in says what the token is to be good for.
  if (/^scopes?$/.test(name) && isDoorway(operation)) return undefined;
  if (isPower && (isDecided || (isWhole && offersPower(schema)))) return 'power';
  const shape = !isDecided ? weighShape({ name: given, schema, ...rest }) : undefined;
  // Whose a thing is, and who has looked at it, is decided when it is made: a change that takes it moves it.
  const isMoved = operation.method === 'post' ? isPower : KEEPS.test(name) || isPower;
  const isTaken = (operation.method !== 'post' || isWhole) && (hasWord(words, STANDING) || STANDING_NAME.test(name));
  if (!isDecided) return shape ?? ((isMoved || isTaken) && !hasWord(nouns, GRANTS) ? 'standing' : undefined);
  if (weighShape({ name: given, schema, ...rest }) !== undefined) return 'standing';
  if (name === 'status' || name === 'state') return hasWord(nouns, PAID) ? 'standing' : undefined;
  // Whoever subscribes says to what.
  if (/^(?:plan|tier)(?:_id|_code)?$/.test(name) && hasWord(nouns, CHOSEN)) return undefined;
  // A key or a link ends when whoever makes it says so.
  if (/^(?:expires_at|valid_until)$/.test(name) && hasWord(nouns, GRANTS)) return undefined;
  // What a thing costs is reckoned when it is made; whoever sends it back changed may change that as well.
  if (OWED.test(name)) return isWhole && operation.method !== 'post' ? 'standing' : undefined;
  return hasWord(words, STANDING) || STANDING_NAME.test(name) ? 'standing' : undefined;
}

/** What answers under the same path mark as the service's own to set. */
const fixedByService = ({ operations, references }: ApiDocument, { path }: Operation): ReadonlySet<string> =>
  new Set(
    operations
      .filter((one) => one.path === path)
      .flatMap(({ answers }) => answers.filter(({ status }) => status.startsWith('2')))
      .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)))
      .filter(({ isReadOnly, name, path: at }) => isReadOnly && at.length === 1 && !GIVEN_BY_STORE.test(nameOf(name)))
      .map(({ name }) => name),
  );
/** Set by every store for itself, and worth nothing to anybody. */
const GIVEN_BY_STORE =
  /^(?:id|uuid|self|href|url|links?|etag|version|revision|(?:created|updated|modified)(?:_at|_on)?|\w+_at)$/;
const isLoose = (schema: TreeNode | undefined): boolean => {
  const more = childOf(schema, 'additionalProperties');
  if (more !== undefined) return scalarOf(more) === true || (more.kind === 'map' && more.entries.size === 0);
  // An object of which nothing is said at all takes anything.
  return (
    textAt(schema, 'type') === 'object' && ['properties', 'allOf', 'oneOf', 'anyOf'].every((key) => !has(schema, key))
  );
};

const shownAt = ({ operations, references }: ApiDocument, { path }: Operation): Property[] =>
  operations
    .filter((one) => one.path === path && one.method === 'get')
    .flatMap(({ answers }) => answers.filter(({ status }) => status.startsWith('2')))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)))
    .filter(({ path: at }) => at.length === 1);
/** The keys that are sent are those of the store. */
const isSaidLoose = (schema: TreeNode, { references }: ApiDocument): boolean =>
  /\b(?:columns?|fields?|keys?|attributes?|propert(?:y|ies))\b[^.]{0,60}\b(?:table|record|database|row|stored|model|entity|as (?:is|given|sent))\b|\b(?:any|every|all|whichever) (?:\w+ )?(?:columns?|fields?|keys?|attributes?|propert(?:y|ies))\b/i.test(
    textAt(references.resolve(schema), 'description'),
  );

function assignable(document: ApiDocument, operation: Operation, given: ReturnType<typeof givenBy>): ApiHit[] {
  if (isAdmin(operation) || !['post', 'put', 'patch'].includes(operation.method)) return [];
  const nouns = nounsOf(operation);
  const label = labelOf(operation);
  const purpose = new Set([...segmentsOf(operation.path).slice(-1).flatMap(wordsOf), ...nouns.slice(-1)]);
  const filled = new Set(operation.parameters.map(({ name }) => nameOf(name)));
  const properties = operation.bodies.flatMap(({ schema }) => propertiesOf(schema, document.references));
  const isPatch = operation.bodies.some(({ type }) => /json-patch/.test(type)) && hasWord(nouns, DECIDED);
  if (isPatch && !properties.some(({ name, schema }) => name === 'path' && isBounded(schema)))
    return [{ at: operation.at, confidence: 'firm', note: `${label} takes patches of any part.`, class: 'patch' }];
  if (isSaidAll(operation.prose) && operation.method !== 'post')
    return [
      { at: operation.at, confidence: 'firm', note: `${label} says that all that is sent is kept.`, class: 'said' },
    ];
  const isWhole = operation.bodies.some(
    ({ schema }) => schema !== undefined && given.has(document.references.resolve(schema)),
  );
  const fixed = fixedByService(document, operation);
  const loose = operation.bodies.find(({ schema }) => isLoose(document.references.resolve(schema)));
  if (loose?.schema !== undefined && fixed.size > 0 && operation.method !== 'post')
    return [
      {
        at: childOf(document.references.resolve(loose.schema), 'additionalProperties') ?? operation.at,
        confidence: 'firm',
        note: `${label} takes properties that it does not name, and "${[...fixed][0]}" is the service's to set.`,
        class: 'loose',
      },
    ];
  // Everything that is shown can be written, and what is shown has weight.
  const shown = shownAt(document, operation).find((one) => weigh(one, operation, true) !== undefined);
  if (
    loose?.schema !== undefined &&
    operation.method !== 'post' &&
    (shown !== undefined || isSaidLoose(loose.schema, document))
  )
    return [
      {
        at: childOf(document.references.resolve(loose.schema), 'additionalProperties') ?? operation.at,
        confidence: 'firm',
        note: `${label} takes properties that it does not name${shown === undefined ? '' : `, perhaps "${shown.name}"`}.`,
        class: 'loose',
      },
    ];
  return properties.flatMap((property): ApiHit[] => {
    const name = nameOf(property.name);
    if (property.isReadOnly || property.path.length > 3 || filled.has(name)) return [];
    // The operation is there to set it: its path says so, and no name of people does by chance.
    const isMeant = name.split('_').some((word) => purpose.has(word) || purpose.has(word.replace(/s$/, '')));
    if (isMeant && !(isWhole && hasWord(nouns.slice(-1), PEOPLE))) return [];
    const weight = weigh(property, operation, isWhole);
    if (weight === undefined) return [];
    const note = `${label} takes "${property.name}" from the caller.`;
    const severity = weight === 'power' ? 'HIGH' : 'MEDIUM';
    return [{ at: property.at, confidence: 'firm', severity, note, class: weight }];
  });
}

export const massAssignment = apiRule({
  id: 'API-06',
  title: 'Callers may set what the service decides',
  question: 'Can a caller write a role, an owner, a balance or a state that the service should decide?',
  severity: 'MEDIUM',
  references: ['OWASP-API3:2023', 'CWE-915'],
  why: 'What is accepted from the caller is often stored as it comes.',
  fix: 'Mark the property readOnly, or take it out of the schema that is sent.',
  blindTo:
    'HIGH for roles, permissions and balances, MEDIUM for owners, states and prices. Operations for administrators, by path, tag or scope, and those that are there to set the very thing, are quiet.',
  check: (document) => {
    const given = givenBy(document);
    return document.operations
      .filter(({ kind }) => kind === 'path')
      .flatMap((operation) => assignable(document, operation, given));
  },
});
