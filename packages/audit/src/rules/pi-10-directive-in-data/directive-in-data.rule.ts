import { isGrave, readText } from '@assay/analysis/prose/index';
import type { Facts, Language, RawFinding, Rule } from '@assay/analysis/types';
import { foreignUrls, type Instruction, names } from '../instruction.facts.ts';

export const directiveInData: Rule = {
  id: 'PI-10',
  title: 'Data carries a directive',
  question: 'Do orders sit in data: JSON, YAML, SVG, HTML?',
  category: 'PI',
  family: 'instruction',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'Data is read by the agent but hardly ever by the person who approves it.',
  fix: 'Keep orders in the visible instructions and data free of them.',
  looksAt: 'Do directives sit in data: front matter, JSON, SVG, alt text, titles?',
  blindTo: 'Orders inside pixels, EXIF blocks and PDF streams that no layer decodes to text.',
  falseAlarms: 'Evaluation data with hostile inputs that a document tells the agent to load.',
  since: '2026.11',
  check: (facts) => [...inFields(facts), ...inPictures(facts)],
};

const inFields = (facts: Facts): RawFinding[] =>
  facts
    .of('instruction')
    .filter((fact) => DATA.has(fact.unit.lang) && isGrave(fact.value))
    .filter((fact) => !isLabel(fact) || foreignUrls(fact, facts.about).length > 0)
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** The description of a picture is data too. */
const inPictures = (facts: Facts): RawFinding[] =>
  facts
    .of('image')
    .filter(({ value }) => readText(value.alt).some((said) => isGrave(said.value)))
    .map(({ span }) => ({ at: span, confidence: 'firm', note: 'The description of an image gives an order.' }));

const DATA: ReadonlySet<Language> = new Set(['json', 'yaml', 'toml', 'ini', 'svg', 'html']);

/** Fields describe what a key is for and where a page is; rules, conversations and reviewers are no field's business. */
const isLabel = (fact: Instruction): boolean =>
  !names(fact, 'standing-rules') && !names(fact, 'conversation') && !names(fact, 'reviewer');
