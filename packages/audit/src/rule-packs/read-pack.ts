import { DISCOURSES, type FactKind } from '@assay/analysis/types';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { COMMON_FIELDS, FACT_FIELDS } from './fact-fields.ts';
import { PACK_LIMITS } from './limits.ts';
import { CATEGORIES, type MatchNode, type Pack, type PackIssue, type ReadPack, SCOPES, SURFACES } from './pack.ts';
import { compileRegex } from './regex.ts';
import { RegexRefused, readRegex } from './regex-syntax.ts';

const Word = z.string().min(1).max(200);
const Scalar = z.union([z.string().max(200), z.number(), z.boolean()]);
const Pattern = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const refused = refusalOf(pattern);
    if (refused !== undefined) context.addIssue({ code: 'custom', message: `this regex is refused: ${refused}` });
  });
const Test = z.strictObject({
  eq: Scalar.optional(),
  in: z.array(Scalar).min(1).max(PACK_LIMITS.literalsPerNodeMax).optional(),
  prefix: Word.optional(),
  suffix: Word.optional(),
  contains: Word.optional(),
  matches: Pattern.optional(),
  gt: z.number().optional(),
  lt: z.number().optional(),
});
const Where = z.record(z.string().max(40), z.union([Scalar, Test]));
const kinds = Object.keys(FACT_FIELDS) as [FactKind, ...FactKind[]];

const Literal = z.string().min(PACK_LIMITS.literalCharactersMin).max(200);
const Literals = z.union([
  z.array(Literal).min(1).max(PACK_LIMITS.literalsPerNodeMax),
  Literal.transform((one) => [one]),
]);
const Nodes = z.lazy(() => z.array(MatchSchema).min(1).max(PACK_LIMITS.nodesPerRuleMax));
const Context = z.strictObject({ context: z.array(z.enum(DISCOURSES)).min(1) });
const Exclusion = z.lazy(() => z.union([Context, MatchSchema]));

/** A regex over text must contain literals to search for first. A regex over a fact need not. */
const TextPattern = Pattern.superRefine((pattern, context) => {
  if (refusalOf(pattern) === undefined && compileRegex(pattern, '').required.length === 0)
    context.addIssue({
      code: 'custom',
      message: `a regex over text needs ${PACK_LIMITS.literalCharactersMin} plain letters that every match contains`,
    });
});

const MatchSchema: z.ZodType<MatchNode> = z.union([
  z.strictObject({
    literal: Literals,
    word: z.boolean().optional(),
    case: z.enum(['sensitive', 'insensitive']).optional(),
  }),
  z.strictObject({
    regex: TextPattern,
    flags: z
      .string()
      .regex(/^[ims]{0,3}$/)
      .optional(),
  }),
  z.strictObject({ fact: z.enum(kinds), where: Where.optional(), count: Test.optional() }).superRefine(checkFields),
  z.strictObject({ flow: z.strictObject({ from: Where.optional(), to: Where.optional() }) }).superRefine(checkFlow),
  z.strictObject({ all: Nodes, within: z.enum(SCOPES).optional(), not: Exclusion.optional() }),
  z.strictObject({ any: Nodes, not: Exclusion.optional() }),
  z.strictObject({ near: z.strictObject({ lines: z.int().min(1).max(100), of: Nodes }) }),
  z.strictObject({ sequence: Nodes, within: z.enum(SCOPES).optional() }),
]);

/** The portal shows the prose of a rule: one line without markup. */
const Text = (max: number) =>
  z
    .string()
    .min(3)
    .max(max)
    .regex(/^[^\n\r]*$/, 'must be one line')
    .refine((text) => !HTML.test(text), 'must not hold HTML');
const HTML = /<[a-z!/?]/i;

const Sample = z.string().min(1).max(PACK_LIMITS.sampleCharactersMax);
const Samples = z.array(Sample).min(PACK_LIMITS.samplesMin).max(PACK_LIMITS.samplesMax);
const RuleSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, 'must be lower-case words joined by hyphens, at most 48'),
  title: Text(100),
  surface: z.array(z.enum(SURFACES)).min(1).max(SURFACES.length),
  severity: z
    .enum(['info', 'low', 'medium', 'high'], 'must be info, low, medium or high: critical is the engine’s')
    .transform((severity) => severity.toUpperCase() as 'INFO' | 'LOW' | 'MEDIUM' | 'HIGH'),
  category: z.enum(CATEGORIES).default('PLG'),
  match: MatchSchema,
  message: Text(400),
  fix: Text(400),
  tests: z.strictObject({ match: Samples, clean: Samples }),
});

type Block = { readonly line: number; readonly text: string };

/** Parses Markdown to rules, or returns the problems with their lines. Nothing in it is run, fetched or included. */
export function readPack(text: string): ReadPack {
  if (text.length > PACK_LIMITS.charactersMax)
    return refuse([{ line: 1, detail: `a pack has at most ${PACK_LIMITS.charactersMax} characters` }]);
  const { blocks, prose, issues } = splitBlocks(text);
  if (HTML.test(prose)) issues.push({ line: lineOf(text, HTML), detail: 'HTML is not allowed' });
  if (blocks.length === 0) issues.push({ line: 1, detail: 'there is no ```rule block' });
  if (blocks.length > PACK_LIMITS.rulesMax)
    return refuse([{ line: 1, detail: `a pack has at most ${PACK_LIMITS.rulesMax} rules` }]);
  const read = blocks.map(readRule);
  issues.push(...read.flatMap((one) => ('issues' in one ? one.issues : [])));
  const rules = read.flatMap((one) => ('rule' in one ? [one.rule] : []));
  issues.push(...findClashes(rules));
  const literals = rules.reduce((sum, { match }) => sum + countLiterals(match), 0);
  if (literals > PACK_LIMITS.literalsPerPackMax)
    issues.push({ line: 1, detail: `a pack searches for at most ${PACK_LIMITS.literalsPerPackMax} words` });
  const [first] = rules;
  if (issues.length > 0 || first === undefined) return refuse(issues);
  return { ok: true, pack: { surface: first.surface, rules, prose } };
}

const refuse = (issues: readonly PackIssue[]): ReadPack => ({ ok: false, issues: issues.slice(0, ISSUES_MAX) });
const ISSUES_MAX = 50;

const lineOf = (text: string, what: RegExp): number => text.slice(0, what.exec(text)?.index ?? 0).split('\n').length;

function splitBlocks(text: string): { blocks: Block[]; prose: string; issues: PackIssue[] } {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open === undefined && /^```rule\s*$/.test(line)) open = { line: index + 1, lines: [] };
    else if (open === undefined) prose.push(line);
    else if (/^```\s*$/.test(line)) {
      blocks.push({ line: open.line, text: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line);
  }
  const issues = open === undefined ? [] : [{ line: open.line, detail: 'this block does not end' }];
  return { blocks, prose: prose.join('\n'), issues };
}

function readRule({ line, text }: Block): { rule: Pack['rules'][number] } | { issues: PackIssue[] } {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    uniqueKeys: true,
    strict: true,
    version: '1.2',
    merge: false,
  });
  const at = (offset: number): number => line + counter.linePos(offset).line;
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0)
    return { issues: faults.map(({ message, pos }) => ({ line: at(pos[0]), detail: firstLine(message) })) };
  if (/(?:^|[\s,[{:-])[&*!][^\s,\]}]/m.test(withoutStrings(text)))
    return { issues: [{ line, detail: 'YAML tags, anchors and aliases are not allowed' }] };
  const parsed = RuleSchema.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!parsed.success) return { issues: parsed.error.issues.map((issue) => ({ line, detail: describe(issue) })) };
  const nodes = countNodes(parsed.data.match, 0);
  if (nodes > PACK_LIMITS.nodesPerRuleMax) return { issues: [{ line, detail: 'its match has too many parts' }] };
  return { rule: { ...parsed.data, line } };
}

const firstLine = (text: string): string => text.split('\n')[0]?.replace(/:$/, '') ?? text;

/** Quoted text may contain any character. */
const withoutStrings = (text: string): string => text.replace(/'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\.)*"/g, "''");

/** A union reports the issues of all its members. Only the deepest issue is useful. */
function describe(issue: z.core.$ZodIssue, path: readonly PropertyKey[] = []): string {
  const here = [...path, ...issue.path];
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors
      .flat()
      .toSorted((one, other) => other.path.length - one.path.length || rankOf(other) - rankOf(one))[0];
    if (deepest !== undefined) return describe(deepest, here);
  }
  return `${here.join('.') || 'rule'}: ${issue.message}`;
}

const rankOf = ({ code }: z.core.$ZodIssue): number => (code === 'custom' ? 2 : code === 'invalid_union' ? 1 : 0);

function refusalOf(pattern: string): string | undefined {
  try {
    compileRegex(pattern, '');
    return undefined;
  } catch (error) {
    if (error instanceof RegexRefused) return error.message;
    throw error;
  }
}

type Asking = { readonly addIssue: (issue: { code: 'custom'; message: string }) => void };

function checkFields({ fact, where = {} }: { fact: FactKind; where?: object | undefined }, context: Asking): void {
  for (const name of Object.keys(where)) {
    if (!Object.hasOwn(FACT_FIELDS[fact], name) && !COMMON_FIELDS.some((field) => field === name))
      context.addIssue({ code: 'custom', message: `a fact ${fact} has no member ${name}` });
  }
}

function checkFlow({ flow }: { flow: { from?: object | undefined; to?: object | undefined } }, context: Asking): void {
  checkFields({ fact: 'source', where: flow.from }, context);
  checkFields({ fact: 'sink', where: flow.to }, context);
}

/** Infinity beyond the depth limit. */
function countNodes(node: MatchNode, depth: number): number {
  if (depth > PACK_LIMITS.depthMax) return Infinity;
  return childrenOf(node).reduce((sum, child) => sum + countNodes(child, depth + 1), 1);
}

/** Number of literals to search for, including those of regular expressions. */
function countLiterals(node: MatchNode): number {
  const own = 'literal' in node ? node.literal.length : 'regex' in node ? readRegex(node.regex).required.length : 0;
  return childrenOf(node).reduce((sum, child) => sum + countLiterals(child), own);
}

/** The nested matches of a match. */
export function childrenOf(node: MatchNode): readonly MatchNode[] {
  if ('near' in node) return node.near.of;
  if ('sequence' in node) return node.sequence;
  if (!('all' in node) && !('any' in node)) return [];
  const inner = 'all' in node ? node.all : node.any;
  return node.not === undefined || 'context' in node.not ? inner : [...inner, node.not];
}

/** Ids must be unique, and all rules must have the same surface. */
function findClashes(rules: Pack['rules']): PackIssue[] {
  const surfaceOf = ({ surface }: Pack['rules'][number]): string => [...new Set(surface)].sort().join('+');
  const [first] = rules;
  return rules.flatMap((rule, index) => {
    const isKnown = rules.findIndex(({ id }) => id === rule.id) < index;
    const isOther = first !== undefined && surfaceOf(rule) !== surfaceOf(first);
    return [
      ...(isKnown ? [{ line: rule.line, detail: `the id ${rule.id} is taken` }] : []),
      ...(isOther ? [{ line: rule.line, detail: 'all rules of a pack have the same surface' }] : []),
    ];
  });
}
