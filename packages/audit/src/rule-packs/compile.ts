import type { Discourse, ProductType, Rule, RulePack } from '@assay/analysis/types';
import { DISCOURSES } from '@assay/analysis/types';
import { compileMatch, type Matcher } from './match.ts';
import type { PackRule, Surface } from './pack.ts';
import { readPack } from './read-pack.ts';

type CompiledRule = { readonly rule: Rule; readonly match: Matcher };
export type CompiledPack = {
  readonly id: string;
  readonly digest: string;
  readonly surface: readonly Surface[];
  readonly rules: readonly CompiledRule[];
};

const compiledPacks = new Map<string, CompiledPack>();
const KEPT_MAX = 200;

/**
 * Throws when the pack cannot be parsed: the caller has checked it. The result is cached, because one pack reviews many
 * bundles.
 */
export function compilePack({ id, digest, text }: RulePack): CompiledPack {
  const key = `${id}\0${digest}\0${text}`;
  const known = compiledPacks.get(key);
  if (known !== undefined) return known;
  const read = readPack(text);
  if (!read.ok) throw new Error(`Rule pack ${id} cannot be read: ${read.issues[0]?.detail ?? 'no rules'}`);
  const { surface, rules } = read.pack;
  const compiled = {
    id,
    digest,
    surface,
    rules: rules.map((rule) => ({ rule: toRule(id, rule), match: compileMatch(rule.match) })),
  };
  if (compiledPacks.size >= KEPT_MAX) compiledPacks.clear();
  compiledPacks.set(key, compiled);
  return compiled;
}

const ALL_CONTEXTS: readonly Discourse[] = DISCOURSES;

/** The engine judges pack rules like its own rules. */
const toRule = (packId: string, { id, title, category, severity, message, fix }: PackRule): Rule => ({
  id: `plugin/${packId}/${id}`,
  title,
  question: title,
  category,
  family: 'code-taint',
  kind: 'HINT',
  severity,
  nature: 'malice',
  contexts: ALL_CONTEXTS,
  references: [],
  why: message,
  fix,
  blindTo: 'What its own samples do not show.',
  since: 'plugin',
  check: () => [],
});

const PRODUCTS: Readonly<Record<string, readonly ProductType[]>> = {
  skill: ['SKILL', 'SKILL+API'],
  api: ['API', 'SKILL+API'],
  'api+skill': ['SKILL+API'],
  tool: ['TOOL'],
  contract: ['CONTRACT'],
};

/** A pack for one surface also runs on products with further surfaces. A pack for two runs only on products with both. */
export const isForProduct = ({ surface }: Pick<CompiledPack, 'surface'>, productType: ProductType): boolean =>
  PRODUCTS[[...new Set(surface)].sort().join('+')]?.includes(productType) ?? false;
