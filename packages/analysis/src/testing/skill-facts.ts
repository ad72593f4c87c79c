import { createViewIds, rootView } from '../bundle/decode/view.ts';
import { findReach } from '../flow/reach.ts';
import { Recorder } from '../flow/recorder.ts';
import { parseMarkdown } from '../languages/markdown/index.ts';
import { createDiscourse, type DiscourseClassifier } from '../prose/discourse/index.ts';
import { recordProse } from '../prose/index.ts';
import type { BundleAbout, Fact, FactKind, FactOf, Facts, Language, Unit } from '../types/index.ts';

export type SkillFiles = Readonly<Record<string, string>>;

const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  md: 'markdown',
  txt: 'text',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  svg: 'svg',
  html: 'html',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  sh: 'shell',
};

const languageOf = (path: string): Language => LANGUAGE_OF[path.slice(path.lastIndexOf('.') + 1)] ?? 'unknown';

const ABOUT: BundleAbout = {
  entry: 'SKILL.md',
  name: 'notes',
  description: 'Keeps project notes in order.',
  sourceOwner: 'acme',
  manifest: null,
  declaredHosts: new Set(),
  told: { variables: new Set(), domains: new Set() },
  brandTokens: new Set(['notes', 'acme']),
  knownNames: [],
  files: new Set(),
};

/** The prose facts of a small skill, with the classifier for their spans. */
export function skillFacts(
  files: SkillFiles,
  about: Partial<BundleAbout> = {},
): { facts: Facts; discourse: DiscourseClassifier } {
  const ids = createViewIds();
  const paths = Object.keys(files).sort();
  const views = paths.map((path) => rootView(ids, path, files[path] ?? ''));
  const texts = views.map(({ file, text }) => ({ path: file, text, language: languageOf(file) }));
  const reach = findReach({ files: texts, others: [], entry: 'SKILL.md' });
  const reachOf = (path: string) => reach.get(path) ?? 'none';
  const discourse = createDiscourse({ entry: 'SKILL.md', files: views, languageOf, reachOf, units: [] });
  const recorder = new Recorder(discourse);
  for (const [index, view] of views.entries()) {
    const lang = languageOf(view.file);
    const span = { view, start: 0, end: view.text.length };
    const unit: Unit = {
      id: index + 1,
      lang,
      origin: 'file',
      span,
      file: view.file,
      reach: reachOf(view.file),
      within: null,
    };
    const document = lang === 'markdown' || lang === 'text' ? parseMarkdown(view.text) : null;
    recordProse({ recorder, unit, document });
    for (const { key, text, start, end } of document?.frontMatter?.fields ?? [])
      recorder.add('field', { name: key, text }, unit, { view, start, end });
  }
  return { facts: toFacts(recorder.facts, { ...ABOUT, files: new Set(paths), ...about }), discourse };
}

function toFacts(all: readonly Fact[], about: BundleAbout): Facts {
  const of = <K extends FactKind>(kind: K): FactOf<K>[] =>
    all.filter((fact): fact is Extract<Fact, FactOf<K>> => fact.kind === kind);
  return { of, in: (file, kind) => of(kind).filter((fact) => fact.file === file), about };
}
