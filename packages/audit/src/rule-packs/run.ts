/** Runs rule packs over what the engine has collected of a bundle. */

import type { Reading } from '@assay/analysis/prose/discourse/index';
import { toPublicFinding } from '@assay/analysis/result/findings';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Discourse, Facts, Finding, ProductType, RulePack, Span, Unit, View } from '@assay/analysis/types';
import { judgeHits } from '../review/judge.ts';
import { type CompiledPack, compilePack, isForProduct } from './compile.ts';
import { STEP_BUDGET } from './limits.ts';
import type { PackSubject } from './match.ts';
import { createSteps, PackOverBudget } from './steps.ts';
import { createTrigrams } from './trigrams.ts';

/** The result of one pack on one bundle. */
export type PackRun = {
  readonly id: string;
  readonly digest: string;
  /** The pack exceeded its budget, so none of its findings counts. */
  readonly isDropped: boolean;
  readonly findings: readonly Finding[];
};

type Subject = {
  readonly productType: ProductType;
  readonly facts: Facts;
  readonly views: ReadonlyMap<string, View>;
  readonly units: readonly Unit[];
  readonly classify: (span: Span) => Reading;
};

/** Runs packs in order of their ids, so that the slot of a pack has no effect. */
export function runPacks(packs: readonly RulePack[], subject: Subject): PackRun[] {
  const compiled = packs
    .map(compilePack)
    .filter((pack) => isForProduct(pack, subject.productType))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (compiled.length === 0) return [];
  const texts = textsOf(subject).map((view) => ({ view, lower: lowerOf(view.text) }));
  const contextOf = (span: Span): Discourse => subject.classify(fromWord(span)).context;
  const trigrams = createTrigrams(texts.map(({ lower }) => lower));
  const shared: PackSubject = { facts: subject.facts, texts, trigrams, contextOf };
  return compiled.map((pack) => runPack(pack, shared, subject.classify));
}

function runPack({ id, digest, rules }: CompiledPack, subject: PackSubject, classify: Subject['classify']): PackRun {
  const steps = createSteps(STEP_BUDGET.steps);
  try {
    const hits = rules.flatMap(({ rule, match }) =>
      match(subject, steps).map((at) => ({ rule, raw: { at, confidence: 'firm' as const } })),
    );
    const findings = judgeHits(hits, classify).live.map(toPluginFinding);
    return { id, digest, isDropped: false, findings };
  } catch (error) {
    if (error instanceof PackOverBudget) return { id, digest, isDropped: true, findings: [] };
    throw error;
  }
}

/** Only the engine may report CRITICAL. Internal members of the judge are removed. */
const toPluginFinding = (finding: Finding): Finding => ({
  ...toPublicFinding(finding),
  severity: isAtLeast(finding.severity, 'HIGH') ? 'HIGH' : finding.severity,
  basis: 'plugin',
});

/** Extends a span to the start of its word, because a colon within an address does not end a clause. */
function fromWord({ view, start, end }: Span): Span {
  let at = start;
  while (at > 0 && start - at < WORD_CHARACTERS_MAX && !/[\s"'`(<]/.test(view.text[at - 1] ?? ' ')) at -= 1;
  return { view, start: at, end };
}

const WORD_CHARACTERS_MAX = 200;

/** Original and decoded texts. Fences are part of their documents. */
function textsOf({ views, units }: Subject): View[] {
  const derived = units.map(({ span }) => span.view).filter(({ layers }) => layers.length > 0);
  return [...new Set([...views.values(), ...derived])];
}

/** Keeps the length, so that offsets are the same as in the text. */
const lowerOf = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
};
