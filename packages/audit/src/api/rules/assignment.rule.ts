import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, type Property, propertiesOf, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, itemsOf, scalarOf, type TreeNode } from '../tree/node.ts';
import {
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
  'role roles admin superuser superadmin staff root permission permissions privilege privileges scope scopes entitlement entitlements balance credits credit internal',
);
const POWER_NAME = /^(?:access_level|user_type|account_type|credit_limit|clearance(?:_level)?|authorities)$/;
/** What a service finds out, or decides about somebody; with who is responsible for it. */
const STANDING = setOf(
  'verified approved owner tenant verification kyc discount salary wage grade tier plan points score risk commission payout override premium banned suspended blocked trusted',
);
const STANDING_NAME =
  /^(?:(?:org|organi[sz]ation|user|customer|account|manager|seller|merchant|reviewer)_id|\w+_by|(?:payment|account|approval|review|kyc|order)_status|is_paid|paid|(?:total|unit|final|net)_price|loyalty_points|expires_at|valid_until|subscription_(?:end|expiry)|quota|max_\w+)$/;
/** Parts of a service where the state of a thing is decided by the service, not by the one who sends it. */
const DECIDED = setOf(
  'me user account profile membership customer member order payment loan claim kyc verification invoice subscription wallet employee seller merchant tenant application registration driver student patient vendor listing',
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

function weigh({ name: given, schema }: Property, operation: Operation, isWhole: boolean): Weight | undefined {
  const name = nameOf(given);
  const words = name.split('_');
  const nouns = nounsOf(operation);
  const isDecided = hasWord(nouns, DECIDED) || isDoorway(operation) || isOneself(operation);
  const isPower =
    (hasWord(words, POWER) && !/_(?:id|name|label|note|reason|date|at)$/.test(name)) || POWER_NAME.test(name);
  // Whoever signs in says what the token is to be good for.
  if (/^scopes?$/.test(name) && isDoorway(operation)) return undefined;
  if (isPower && (isDecided || (isWhole && offersPower(schema)))) return 'power';
  if (!isDecided) return undefined;
  if (name === 'status' || name === 'state') return hasWord(nouns, PAID) ? 'standing' : undefined;
  return hasWord(words, STANDING) || STANDING_NAME.test(name) ? 'standing' : undefined;
}

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
  const isWhole = operation.bodies.some(
    ({ schema }) => schema !== undefined && given.has(document.references.resolve(schema)),
  );
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
