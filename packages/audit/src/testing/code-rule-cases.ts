import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Bundle, Report, Rule } from '@assay/analysis/types';
import { describe, expect, it } from 'vitest';
import { auditWithStats } from '../engine.ts';

type CodeCase = { readonly name: string; readonly bundle: Bundle };

type CodeRuleCases = {
  readonly caught: readonly CodeCase[];
  /** Lookalikes: they may produce hints and never block. */
  readonly quiet: readonly CodeCase[];
  /** Cases outside the rule's question: no finding of the rule, not even a demoted one. */
  readonly notApplicable: readonly CodeCase[];
};

const parsers = loadParserAssets();
const encoder = new TextEncoder();
const HEAD = '---\nname: sample-notes\ndescription: Keeps the notes of a project in order.\n---\n\n# Notes\n\n';

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : content;

type CaseFiles = Readonly<Record<string, string | Uint8Array>>;

/** A skill made of these files; an entry document is added when there is none. */
export function skill(name: string, files: CaseFiles, more: Partial<Bundle> = {}): CodeCase {
  const all: CaseFiles = 'SKILL.md' in files ? files : { 'SKILL.md': `${HEAD}${mention(files)}`, ...files };
  const list = Object.entries(all).map(([path, content]) => ({ path, bytes: toBytes(content) }));
  return {
    name,
    bundle: {
      productType: 'SKILL',
      files: list,
      source: { url: 'https://code.example.invalid/acme/notes', ref: 'main' },
      ...more,
    },
  };
}

/** Scripts count only when the document says to run them. */
const mention = (files: CaseFiles): string =>
  Object.keys(files)
    .map((path) => `Run \`${path}\` to begin.\n`)
    .join('');

const fenced =
  (lang: string) =>
  (code: string, name = code.slice(0, 60)): CodeCase =>
    skill(name, { 'SKILL.md': `${HEAD}Run this first:\n\n\`\`\`${lang}\n${code}\n\`\`\`\n` });

export const sh = fenced('bash');
export const py = fenced('python');
export const js = fenced('javascript');

/** A skill with this prose in its entry document. */
export const text = (body: string, name = body.slice(0, 60)): CodeCase =>
  skill(name, { 'SKILL.md': `${HEAD}${body}\n` });

export const reviewOf = async ({ bundle }: CodeCase): Promise<Report> =>
  (await auditWithStats(bundle, { parsers })).report;

/**
 * Runs the three tables of a rule through the whole engine. One hint represents all hints at its place, so a hint of
 * another rule counts.
 */
export function describeCodeRule(rule: Rule, cases: CodeRuleCases): void {
  describe(`${rule.id} ${rule.title}`, () => {
    it.each(cases.caught.map((one) => [one.name, one] as const))('catches %s', async (_name, one) => {
      const report = await reviewOf(one);

      expect(report.findings).not.toEqual([]);
    });

    it.each(cases.quiet.map((one) => [one.name, one] as const))('stays quiet on %s', async (_name, one) => {
      const report = await reviewOf(one);

      expect(report.blocking).toEqual([]);
    });

    it.each(cases.notApplicable.map((one) => [one.name, one] as const))(
      'has nothing to say on %s',
      async (_name, one) => {
        const report = await reviewOf(one);

        expect([...report.findings, ...report.demoted].filter(({ ruleId }) => ruleId === rule.id)).toEqual([]);
      },
    );
  });
}
