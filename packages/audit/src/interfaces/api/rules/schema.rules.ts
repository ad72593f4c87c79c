import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, isOfType, typesOf } from '../document/schema.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import { childOf, numberAt, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import {
  givenBy,
  type Input,
  inputsOf,
  isHabit,
  isMutating,
  isSecured,
  labelOf,
  nameOf,
  ownOperations,
} from './operations.ts';

const has = (node: TreeNode | undefined, key: string): boolean => childOf(node, key) !== undefined;

/** Identifiers of authority and standing, which the service decides. */
const AUTHORITY =
  /^(?:(?:is_)?(?:admin|superuser|staff|verified|approved)|roles?|permissions?|privileges?|access_level|balance|credit_limit|owner(?:_id)?|tenant_id|approved_by|verified_at)$/;

const bodiesOf = ({ references }: ApiDocument, { bodies }: Operation): TreeNode[] =>
  bodies.flatMap(({ schema }) => references.resolve(schema) ?? []);

/** Properties that answers under the same path mark as read-only. */
const readOnlyAt = (document: ApiDocument, path: string): ReadonlySet<string> =>
  new Set(
    ownOperations(document)
      .filter((one) => one.path === path)
      .flatMap((one) => givenBy(document, one))
      .filter(({ isReadOnly, path: steps }) => isReadOnly && steps.length === 1)
      .map(({ name }) => name),
  );

function assignable(document: ApiDocument, operation: Operation): ApiHit[] {
  if (!isMutating(operation) || operation.method === 'delete') return [];
  const label = labelOf(operation);
  const fixed = readOnlyAt(document, operation.path);
  const inputs = inputsOf(document, operation).filter((one) => one.in === 'body');
  const open = bodiesOf(document, operation).find(
    (schema) => scalarOf(childOf(schema, 'additionalProperties')) === true,
  );
  if (open !== undefined && fixed.size > 0)
    return [
      {
        at: childOf(open, 'additionalProperties') ?? operation.at,
        confidence: 'firm',
        note: `${label} accepts any property, and "${[...fixed][0]}" is read-only in its answers.`,
        class: 'loose',
      },
    ];
  return inputs
    .filter(({ name }) => fixed.has(name) || AUTHORITY.test(nameOf(name)))
    .map(({ at, name }) => ({
      at,
      confidence: 'firm',
      note: `${label} takes "${name}" from the caller.`,
      class: 'set',
    }));
}

const massAssignment = apiRule({
  id: 'API-06',
  title: 'Mass assignment',
  question: 'Does a request accept a role, an owner, a balance, or a property that answers mark as read-only?',
  severity: 'MEDIUM',
  references: ['OWASP-API3:2023', 'CWE-915'],
  why: 'Services often store accepted properties unchanged.',
  fix: 'Mark the property readOnly, or take it out of the request schema.',
  blindTo:
    'Uses a short list of identifiers and readOnly marks. A reader judges whether the operation exists to set the property.',
  check: (document) => ownOperations(document).flatMap((operation) => assignable(document, operation)),
});

const ADDRESS = /(?:^|_)(?:urls?|uris?|webhook|callback|hostname|host|proxy|upstream)$/;
const FILE = /(?:^|_)(?:path|filepath|filename|file_name|directory|template)$/;
const CODE = /(?:^|_)(?:sql|sql_query|query_string|command|cmd|shell|script|eval|expression|code_to_run|source_code)$/;

const isFreeText = ({ schema, in: place }: Input): boolean =>
  place !== 'header' && !isBounded(schema) && (typesOf(schema).length === 0 || isOfType(schema, 'string'));

const freeInputs = (document: ApiDocument, wanted: (input: Input) => string | undefined): ApiHit[] =>
  ownOperations(document).flatMap((operation) =>
    inputsOf(document, operation)
      .filter(isFreeText)
      .flatMap((input): ApiHit[] => {
        const kind = wanted(input);
        if (kind === undefined) return [];
        const note = `${labelOf(operation)} takes "${input.name}" without an enumeration or pattern.`;
        return [{ at: input.at, confidence: 'firm', note, class: kind }];
      }),
  );

const serverSide = apiRule({
  id: 'API-07',
  title: 'Caller-controlled address or path',
  question: 'Does a caller supply an address, host or path without an enumeration or pattern?',
  severity: 'MEDIUM',
  references: ['OWASP-API7:2023', 'CWE-918', 'CWE-22'],
  why: 'The service can be directed to its own network, its metadata service or its files.',
  fix: 'Allowlist hosts or names, and state them by a pattern or an enumeration.',
  blindTo: 'Based on format and identifier. A reader judges whether the service opens the address or only stores it.',
  check: (document) =>
    freeInputs(document, ({ name, schema }) => {
      const format = textAt(schema, 'format');
      if (format === 'uri' || format === 'url' || ADDRESS.test(nameOf(name))) return 'address';
      return FILE.test(nameOf(name)) && format !== 'binary' ? 'file' : undefined;
    }),
});

const runsInput = apiRule({
  id: 'API-23',
  title: 'Executable input',
  question: 'Does a caller send a command, a query or code as free text?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-94', 'CWE-89', 'CWE-78'],
  why: 'A caller who can send code can do everything that the service can do.',
  fix: 'Offer operations with parameters instead of a language.',
  blindTo: 'Based on the identifier of the input. A reader judges whether the input is executed.',
  check: (document) => freeInputs(document, ({ name }) => (CODE.test(nameOf(name)) ? 'code' : undefined)),
});

const PAGE = /^(?:limit|page_size|per_page|size|count|max_results|first|top|rows|take|batch_size)$/;
const CURSOR = /^(?:page|offset|cursor|after|before|skip|page_token|starting_after)$/;
const MAXIMUM_MAX = 100_000;

type Measure = { readonly input: Input; readonly what: string; readonly isHeld: boolean };

function measureOf(input: Input): Measure | undefined {
  const { schema } = input;
  const made = (what: string, isHeld: boolean): Measure => ({ input, what, isHeld });
  if (['binary', 'byte'].includes(textAt(schema, 'format')) || textAt(schema, 'type') === 'file')
    return made('upload', has(schema, 'maxLength'));
  if (isOfType(schema, 'integer') && PAGE.test(nameOf(input.name)))
    return made(
      'page',
      (numberAt(schema, 'maximum') ?? Number.POSITIVE_INFINITY) <= MAXIMUM_MAX || has(schema, 'enum'),
    );
  if (isOfType(schema, 'array')) return made('list', has(schema, 'maxItems') || has(childOf(schema, 'items'), 'enum'));
  if (!isOfType(schema, 'string') || has(schema, 'format') || isBounded(schema)) return undefined;
  return made('text', has(schema, 'maxLength'));
}

const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => PAGE.test(nameOf(name)) || CURSOR.test(nameOf(name)));

/** Answers with a list that has neither pages nor a maximum. */
const isEndless = ({ references }: ApiDocument, operation: Operation): boolean =>
  operation.method === 'get' &&
  !isPaged(operation) &&
  operation.answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => references.resolve(schema) ?? []))
    .some((schema) => isOfType(schema, 'array') && !has(schema, 'maxItems'));

const unbounded = apiRule({
  id: 'API-08',
  title: 'Missing size limit',
  question: 'Are lists, texts, pages or files without a limit?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['OWASP-API4:2023', 'CWE-770'],
  why: 'One call can consume unlimited resources of the service.',
  fix: 'Set maxItems, maxLength and maximum, and a size for files.',
  blindTo:
    'MEDIUM for pages of any size and for uploads without a 413 answer. A reader judges limits that are stated in sentences.',
  check: (document) => {
    const all = ownOperations(document);
    const measures = all.map((operation) => inputsOf(document, operation).flatMap((one) => measureOf(one) ?? []));
    const isCareful = isHabit(measures.flat(), ({ isHeld }) => isHeld);
    return all.flatMap((operation, index): ApiHit[] => {
      const free = (measures[index] ?? []).filter(({ isHeld }) => !isHeld);
      const isRefusing = operation.answers.some(({ status }) => status === '413');
      const endless: ApiHit = {
        at: operation.at,
        confidence: 'firm',
        note: `${labelOf(operation)} answers with a list of any length.`,
        class: 'answer',
      };
      return [
        ...free.map(({ input, what }): ApiHit => {
          const isCostly = what === 'page' || (what === 'upload' && !isRefusing) || (what === 'list' && isCareful);
          const note = `${labelOf(operation)} sets no limit on "${input.name}".`;
          return { at: input.at, confidence: 'firm', severity: isCostly ? 'MEDIUM' : 'LOW', note, class: what };
        }),
        ...(isEndless(document, operation) ? [endless] : []),
      ];
    });
  },
});

const CONFIDENTIAL = /(?:^|_)(?:password|passwd|password_hash|passphrase|pin|cvv|cvc|ssn|private_key|client_secret)$/;

const excess = apiRule({
  id: 'API-27',
  title: 'Confidential property in an answer',
  question: 'Does a successful answer contain a password, a private key or a card code?',
  severity: 'MEDIUM',
  references: ['OWASP-API3:2023', 'CWE-213', 'CWE-359'],
  why: 'Every client, log and agent on the path can read the answer.',
  fix: 'Remove the property from the answer, or mark it writeOnly.',
  blindTo:
    'Uses a short list of identifiers and the format password. HIGH without a credential. A reader judges other excessive data.',
  check: (document) =>
    ownOperations(document).flatMap((operation): ApiHit[] =>
      givenBy(document, operation)
        .filter(
          ({ name, schema, isWriteOnly }) =>
            !isWriteOnly && (CONFIDENTIAL.test(nameOf(name)) || textAt(schema, 'format') === 'password'),
        )
        .map(({ at, name }) => ({
          at,
          confidence: 'firm',
          severity: isSecured(operation) ? 'MEDIUM' : 'HIGH',
          note: `${labelOf(operation)} answers with "${name}".`,
          class: isSecured(operation) ? 'confidential' : 'open',
        })),
    ),
});

export const SCHEMA_RULES: readonly ApiRule[] = [massAssignment, serverSide, unbounded, runsInput, excess];
