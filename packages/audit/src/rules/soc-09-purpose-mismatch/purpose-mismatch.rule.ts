import type { Rule, SourceClass } from '../../model.ts';
import { instructions, isAsked } from '../instruction.facts.ts';

export const purposeMismatch: Rule = {
  id: 'SOC-09',
  title: 'The stated purpose does not need what is used',
  question: 'Does the stated purpose fit the observed capabilities?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04'],
  why: 'A formatter that opens key files is not only a formatter.',
  fix: 'Remove the access or describe it.',
  since: '2026.11',
  check: (facts) => {
    const { name, description } = facts.about;
    const purpose = `${name} ${description}`;
    if (!PLAIN_PURPOSE.test(purpose) || SENSITIVE_PURPOSE.test(purpose)) return [];
    const secrets = facts
      .of('source')
      .filter(({ value }) => SECRET_SOURCES.has(value.class))
      .map((fact) => fact.span);
    const asked = instructions(facts, 'read')
      .filter((fact) => isAsked(fact) && fact.value.objectKind === 'secret-file')
      .map((fact) => fact.span);
    const [first] = [...secrets, ...asked];
    return first ? [{ at: first, confidence: 'tentative' }] : [];
  },
};

const PLAIN_PURPOSE =
  /\b(?:format(?:ter|s|ting)?|lint(?:er)?|sort(?:er|s)?|convert(?:er|s)?|count(?:er|s)?|calculator|weather|translat\w+|markdown|csv|spell|grammar|palette|recipe|joke|timer|notes?)\b/i;
const SENSITIVE_PURPOSE =
  /\b(?:credential|secret|key|password|auth|login|wallet|security|deploy|cloud|ssh|env|token|backup|browser|account)\w*\b/i;
const SECRET_SOURCES: ReadonlySet<SourceClass> = new Set(['secret-file', 'keychain', 'wallet', 'browser']);
