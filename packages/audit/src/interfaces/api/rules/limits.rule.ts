import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, isOfType } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, numberAt, type TreeNode, textAt } from '../tree/node.ts';
import { type Input, inputsOf } from './input.rules.ts';
import { lacksLimit } from './lacks.ts';
import { has, hasCredentialParameter, hasWord, isSecured, labelOf, nameOf, setOf, wordsOf } from './words.ts';

const own = ({ operations }: ApiDocument): readonly Operation[] => operations.filter(({ kind }) => kind === 'path');
const isOpenToAll = (operation: Operation): boolean => !isSecured(operation) && !hasCredentialParameter(operation);

/** Each step multiplies what has to be looked up. */
const DEPTH_NAME = /^(?:\w+_)?(?:depth|levels?|hops|recursion|expand_levels?|max_depth)$/;
/** How much is to be computed. */
const AMOUNT_NAME =
  /^(?:\w+_)?(?:copies|width|height|frames|iterations|rounds|repeat|repeats|repetitions|duration|resolution|dpi|samples|steps|concurrency|threads|workers|fan_?out|quantity)$/;
const PAGE_NAME =
  /^(?:limit|page_size|size_page|per_page|pagesize|size|count|max_results|results|first|top|top_k|rows|max_rows|take|num|batch_size|chunk_size|max_items|results_per_page|items_per_page|maximum|max_count)$/;
/** What is bought, rented or sent by the piece. */
const BOUGHT_NAME =
  /^(?:\w+_)?(?:nodes|hours|days|months|minutes|instances|replicas|cores|cpus|gpus|vcpus|units|times|messages|images|pages|tokens|max_tokens|machines|servers|workers|seats|n)$|^(?:num|number_of|count_of)_\w+$/;
/** Somebody pays for each, or a machine is busy with it for long. */
const COSTS =
  /\b(?:charg(?:e|es|ed)|bill(?:s|ed|able)?|invoiced|premium|paid|costs?|gpus?|compute|cluster|render(?:s|ed|ing)?|transcod\w+|transcri\w+|simulat\w+|train(?:s|ed|ing)|provision\w*|rent(?:s|ed|al)?|sms|text messages?|voice calls?|fine-?tun\w+)\b/i;
const CURSOR_NAME = /^(?:page|offset|cursor|after|before|skip|page_token|starting_after)$/;
const FEW = /\b(?:max(?:imum)?|at most|up to|capped|no more than|limit(?:ed)? to)\b/i;
const BULK = setOf('bulk batch import mass');
const DUMPS = setOf('export dump all everything');
/** The document itself says that there is no end to it. */
const SAYS_ALL =
  /\b(?:no (?:upper |size |page )?(?:limit|maximum|bound|paging|pagination)s?|unlimited|unbounded|not (?:limited|capped|paged|bounded)|as many|as (?:large|long|much|big) as|everything|all (?:records|rows|values|entries)|entire|any (?:number|length|depth|amount|range)|(?:any|every) (?:[\w-]+ )?size|all sizes|(?:complete|whole|full) (?:[\w-]+ )?(?:result|history|table|list|set|archive|data ?set|collection)|in (?:one|a single) (?:answer|response|reply|go|call)|since the (?:beginning|start|first|launch)|(?:all|every) \w+ of (?:all|every)|ever (?:recorded|stored|made|written|sent)|without (?:a |any )?(?:paging|pagination|pages|limit|end))\b/i;

/** The same, said of an input in other languages. */
const SAYS_ALL_ABROAD =
  /(?<!\p{L})(?:tutt[ie]|qualsiasi|illimitat\p{L}*|liber[oi]|beliebig\p{L}*|unbegrenzt|alle|todos|todas|cualquier|ilimitad\p{L}*|tous|toutes|illimité\p{L}*|n['’]importe|sans limite|sin límite|senza limit\p{L}*|ohne (?:grenze|limit|obergrenze)|qualquer|sem limite|onbeperkt|alles)(?!\p{L})/iu;

type What = 'upload' | 'page' | 'depth' | 'amount' | 'bought' | 'list' | 'text';
type Open = { readonly input: Input; readonly what: What; readonly words: string };

const isNumber = (schema: TreeNode | undefined): boolean => isOfType(schema, 'integer') || isOfType(schema, 'number');

/** A limit that nothing ever reaches is none. */
const CAP_MAX = 100_000;

/** What of a request can be made large, and whether anything holds it. */
function measureOf(input: Input, operation: Operation): (Open & { readonly isHeld: boolean }) | undefined {
  const { name, schema, description } = input;
  const key = nameOf(name);
  const made = (what: What, words: string, isHeld: boolean) => ({ input, what, words, isHeld });
  if (['binary', 'byte', 'base64'].includes(textAt(schema, 'format')) || textAt(schema, 'type') === 'file')
    return made(
      'upload',
      `the size of "${name}"`,
      FEW.test(`${description} ${operation.prose}`) || has(schema, 'maxLength'),
    );
  const isCapped =
    (numberAt(schema, 'maximum') ?? Number.POSITIVE_INFINITY) <= CAP_MAX ||
    has(schema, 'enum') ||
    FEW.test(description);
  if (isNumber(schema) && PAGE_NAME.test(key)) return made('page', `the page by "${name}"`, isCapped);
  if (isNumber(schema) && DEPTH_NAME.test(key)) return made('depth', `the depth by "${name}"`, isCapped);
  if (isNumber(schema) && AMOUNT_NAME.test(key)) return made('amount', `"${name}"`, isCapped);
  if (isNumber(schema) && BOUGHT_NAME.test(key)) return made('bought', `"${name}"`, isCapped);
  if (isOfType(schema, 'array')) {
    const isHeld = numberAt(schema, 'maxItems') !== undefined || has(childOf(schema, 'items'), 'enum');
    return made('list', `the list "${name}"`, isHeld);
  }
  if (!isOfType(schema, 'string') || has(schema, 'format') || isBounded(schema)) return undefined;
  return made('text', `the text "${name}"`, numberAt(schema, 'maxLength') !== undefined);
}

/** What is sent as a whole, not under a name: a list, or the bytes of a file. */
const wholeBodies = ({ references }: ApiDocument, { bodies, at }: Operation): Input[] =>
  bodies.flatMap(({ schema: given, type, node }): Input[] => {
    const schema = references.resolve(given);
    const isWhole = isOfType(schema, 'array') || (textAt(schema, 'format') === 'binary' && !/multipart/.test(type));
    return isWhole
      ? [{ name: 'body', in: 'body', at, schema, description: textAt(node, 'description'), samples: [] }]
      : [];
  });

const sentBy = (document: ApiDocument, operation: Operation): Input[] => [
  ...inputsOf(document, operation),
  ...wholeBodies(document, operation),
];

/** The document holds nearly everything else within limits, so what it leaves open here is left open. */
const HELD_SHARE = 0.6;
const HELD_MIN = 2;
/** Beyond it nobody looks at all the others for each. */
const CAREFUL_OPERATIONS_MAX = 200;
const holdsMost = (held: readonly boolean[]): boolean =>
  held.filter(Boolean).length >= Math.max(HELD_MIN, held.length * HELD_SHARE);

const COSTLY: ReadonlySet<What> = new Set(['upload', 'page', 'amount', 'list']);

const PER_PIECE: ReadonlySet<What> = new Set(['amount', 'bought', 'list']);
const isDear = ({ prose, path, id, method }: Operation): boolean =>
  method !== 'get' && COSTS.test(`${prose} ${wordsOf(`${path} ${id}`).join(' ')}`);

/** Its own words say that nothing holds it. */
function admittedOf(operation: Operation): ApiHit[] {
  if (!lacksLimit(operation.prose)) return [];
  const note = `${labelOf(operation)} says that nothing limits it.`;
  return [{ at: operation.at, confidence: 'firm', severity: 'MEDIUM', note, class: 'said' }];
}

function unboundedOf(document: ApiDocument, operation: Operation, isCareful: boolean): ApiHit[] {
  const isOpen = isOpenToAll(operation);
  const measures = sentBy(document, operation).flatMap((input) => measureOf(input, operation) ?? []);
  const free = measures.filter(({ isHeld }) => !isHeld);
  return free.map(({ input, what, words }): ApiHit => {
    const isSaid =
      SAYS_ALL.test(`${input.description} ${operation.prose}`) ||
      SAYS_ALL_ABROAD.test(`${input.description} ${textAt(input.schema, 'description')}`);
    const isCostly =
      what === 'depth' ||
      (what === 'upload' && (isOpen || !operation.answers.some(({ status }) => status === '413'))) ||
      what === 'page' ||
      (what === 'list' && isOpen && hasWord(wordsOf(operation.path), BULK)) ||
      (COSTLY.has(what) && (isSaid || isCareful)) ||
      (PER_PIECE.has(what) && isDear(operation));
    return {
      at: input.at,
      confidence: 'firm',
      severity: isCostly ? 'MEDIUM' : 'LOW',
      note: `${labelOf(operation)} sets no limit to ${words}.`,
      class: what,
    };
  });
}

const hasPages = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => PAGE_NAME.test(nameOf(name)) || CURSOR_NAME.test(nameOf(name)));

/** Whether the list that an operation answers with has an end; nothing where it answers with none. */
function isEndedList(document: ApiDocument, operation: Operation): boolean | undefined {
  if (operation.method !== 'get') return undefined;
  const lists = operation.answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents)
    .flatMap(({ schema }) => listsOf(document, schema));
  if (lists.length === 0) return undefined;
  return hasPages(operation) || lists.every((one) => numberAt(one, 'maxItems') !== undefined);
}

const ENVELOPE = /^(?:items|data|results?|records|rows|entries|list|values|content|elements)$/;

/** The list itself, or the one that an envelope is made for. */
function listsOf({ references }: ApiDocument, given: TreeNode | undefined): TreeNode[] {
  const schema = references.resolve(given);
  if (schema !== undefined && isOfType(schema, 'array')) return [schema];
  const properties = childOf(schema, 'properties');
  return properties?.kind !== 'map'
    ? []
    : [...properties.entries.values()]
        .filter(({ key }) => ENVELOPE.test(nameOf(key)))
        .flatMap(({ value }) => references.resolve(value) ?? [])
        .filter((one) => isOfType(one, 'array'));
}

function unpagedOf(document: ApiDocument, operation: Operation, isCareful: boolean): ApiHit[] {
  if (isEndedList(document, operation) !== false) return [];
  const isSaid = SAYS_ALL.test(operation.prose);
  const isWhole = isSaid || hasWord(wordsOf(operation.path), DUMPS);
  return [
    {
      at: operation.at,
      confidence: 'firm',
      severity: isSaid || isCareful || (isWhole && isOpenToAll(operation)) ? 'MEDIUM' : 'LOW',
      note: `${labelOf(operation)} gives a list of any length.`,
      class: 'answer',
    },
  ];
}

export const unbounded = apiRule({
  id: 'API-08',
  title: 'No limits to what is sent or asked for',
  question: 'Are lists, texts, pages or files without a limit?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['OWASP-API4:2023', 'CWE-770'],
  why: 'One call can cost the service as much as its caller likes.',
  fix: 'Set maxItems, maxLength and maximum, and say how large a file may be.',
  blindTo:
    'MEDIUM where a page may be of any size, where files may and no 413 is named, where somebody without a credential sends whole batches, where the document says that there is no end, and where it holds nearly everything else within limits.',
  check: (document) => {
    const all = own(document);
    const heldBy = all.map((operation) =>
      sentBy(document, operation).flatMap((input) => measureOf(input, operation)?.isHeld ?? []),
    );
    const isCareful = holdsMost(heldBy.flat());
    // One operation that leaves much open does not hide the habit of all the others.
    const isCarefulBut = (index: number): boolean =>
      (heldBy[index]?.length ?? 0) > 1 &&
      heldBy[index]?.includes(true) !== true &&
      holdsMost(heldBy.toSpliced(index, 1).flat());
    const endsLists = holdsMost(all.flatMap((operation) => isEndedList(document, operation) ?? []));
    return all.flatMap((operation, index) => [
      ...admittedOf(operation),
      ...unboundedOf(document, operation, isCareful || (all.length <= CAREFUL_OPERATIONS_MAX && isCarefulBut(index))),
      ...unpagedOf(document, operation, endsLists),
    ]);
  },
});
