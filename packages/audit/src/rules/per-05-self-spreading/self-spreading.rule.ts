import { wordsBefore } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';
import { isStartedUnasked } from '../startup.facts.ts';

/** Into folders of other skills or every repository: not "install this skill", which names its own folder once. */
const SPREADS =
  /^(?:for|find|ls|xargs)?.{0,200}(?:cp|rsync|install|tee|cat)\s.{0,120}(?:SKILL\.md|\$0|\$\{?BASH_SOURCE|__file__).{0,200}(?:skills\/\*|\/\*\/|\{\}|\$(?:dir|d|repo|r|s|skill)\b)/i;

const LOOP_CHARS = 200;

const byCommand = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value, span }) =>
        SPREADS.test(lineOf(value)) ||
        (/^(?:cp|rsync|cat|tee)$/.test(value.program) &&
          /SKILL\.md|\$0|BASH_SOURCE/.test(value.text) &&
          /\bfor\s+\w+\s+in\s.{0,80}skills?\/\*|find\s.{0,80}-name\s+["']?SKILL\.md/.test(
            wordsBefore(span, LOOP_CHARS),
          )),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** A script that reads its own text and writes it into other places it finds. */
const byCode = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value, file }) =>
        /^(?:shutil\.copy\w*|fs\.copyFileSync|fs\.cpSync)$/.test(value.callee) &&
        /__file__|__filename/.test(value.text) &&
        facts
          .in(file, 'call')
          .some((other) =>
            /^(?:os\.walk|glob\.i?glob|os\.listdir|os\.scandir|fs\.readdirSync)$|\.(?:iterdir|rglob|glob)$/.test(
              other.value.callee,
            ),
          ),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const published = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value, file, unit }) =>
        /^(?:npm publish|twine upload|clawhub publish|gh repo fork)/.test(lineOf(value)) &&
        facts.in(file, 'hook').length > 0 &&
        // A page that shows both is a manual.
        (unit.origin !== 'fence' || isStartedUnasked(unit)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const selfSpreading = {
  id: 'PER-05',
  title: 'Copies itself elsewhere',
  question: 'Does it copy, publish or commit itself elsewhere?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-912'],
  why: 'Code that spreads by itself is a worm, whatever it says it does.',
  fix: 'Remove it; let people install what they want.',
  looksAt:
    "Loops over sibling skills or repositories that write this skill's own files into them, and orders in words to do so.",
  blindTo: 'Spreading through a package index by a person.',
  falseAlarms: 'A generator that writes a new skill on request is quiet.',
  since: '2026.11',
  check: (facts) => [...byCommand(facts), ...byCode(facts), ...published(facts)],
} satisfies Rule;
