import { digestOf } from '@assay/analysis/result/seal';
import type { Bundle, Finding, Options, Severity } from '@assay/analysis/types';
import { auditWithStats } from '../engine.ts';
import type { Pack, PackIssue, PackRule, Surface } from './pack.ts';
import { readPack } from './read-pack.ts';

export type PackCheck = {
  readonly ok: boolean;
  readonly rules: readonly { readonly id: string; readonly title: string; readonly severity: Severity }[];
  readonly issues: readonly PackIssue[];
};

/** A sample is placed in the entry document of its product type, where it counts as an instruction. */
const ENTRIES: Readonly<Record<Surface, { readonly path: string; readonly productType: Bundle['productType'] }>> = {
  skill: { path: 'SKILL.md', productType: 'SKILL' },
  api: { path: 'openapi.yaml', productType: 'API' },
  tool: { path: 'README.md', productType: 'TOOL' },
  contract: { path: 'Contract.sol', productType: 'CONTRACT' },
};
const encoder = new TextEncoder();

export function sampleBundle(surface: readonly Surface[], sample: string): Bundle {
  const isCombined = new Set(surface).size > 1;
  const { path, productType } = ENTRIES[surface[0] ?? 'skill'];
  const head = path.endsWith('.md') ? '---\nname: sample\ndescription: A sample of a rule.\n---\n\n' : '';
  return {
    productType: isCombined ? 'SKILL+API' : productType,
    files: [{ path, bytes: encoder.encode(`${head}${sample}\n`) }],
    source: { url: 'local:', ref: '', entry: path },
  };
}

/** Checks that a pack is well-formed and that each rule matches its match samples and no clean sample. */
export async function checkPack(text: string, parsers: Options['parsers']): Promise<PackCheck> {
  const read = readPack(text);
  if (!read.ok) return { ok: false, rules: [], issues: read.issues };
  const { pack } = read;
  const issues: PackIssue[] = [];
  for (const rule of pack.rules) issues.push(...(await checkRule(rule, pack, text, parsers)));
  const rules = pack.rules.map(({ id, title, severity }) => ({ id, title, severity }));
  return { ok: issues.length === 0, rules, issues };
}

async function checkRule(
  { id, line, tests }: Pack['rules'][number],
  { surface }: Pack,
  text: string,
  parsers: Options['parsers'],
): Promise<PackIssue[]> {
  const plugin = { id: 'checked', digest: digestOf(text), text };
  const issues: PackIssue[] = [];
  const isCaught = async (sample: string): Promise<boolean> => {
    const { report } = await auditWithStats(sampleBundle(surface, sample), { parsers, plugins: [plugin] });
    return speaksFor(report.findings, `plugin/checked/${id}`);
  };
  for (const [index, sample] of tests.match.entries())
    if (!(await isCaught(sample))) issues.push({ line, detail: `${id}: match sample ${index + 1} is not matched` });
  for (const [index, sample] of tests.clean.entries())
    if (await isCaught(sample)) issues.push({ line, detail: `${id}: clean sample ${index + 1} is matched` });
  if (!hasNearMiss(tests)) issues.push({ line, detail: `${id}: no clean sample is a near miss of a match sample` });
  return issues;
}

/** Also true when the finding was merged into one of the engine's own findings. */
const speaksFor = (findings: readonly Finding[], ruleId: string): boolean =>
  findings.some((finding) => finding.ruleId === ruleId || finding.related.some(({ role }) => role === ruleId));

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
const NEAR_MISS_WORDS = 2;

/** A clean sample that shares words with a match sample shows the boundary of the rule. */
export function hasNearMiss({ match, clean }: PackRule['tests']): boolean {
  const known = match.map(wordsOf);
  return clean.some((sample) => {
    const words = [...wordsOf(sample)];
    return known.some(
      (those) => words.filter((word) => those.has(word)).length >= Math.min(NEAR_MISS_WORDS, those.size),
    );
  });
}
