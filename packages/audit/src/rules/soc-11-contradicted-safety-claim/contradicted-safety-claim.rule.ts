import type { Rule, SourceClass } from '../../model.ts';
import { instructions, isAsked, isForeign } from '../instruction.facts.ts';

export const contradictedSafetyClaim: Rule = {
  id: 'SOC-11',
  title: 'A safety claim is contradicted',
  question: 'Is an explicit safety claim contradicted by what the skill does?',
  category: 'SOC',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-345'],
  why: 'A promise that nothing leaves the computer is a lie when something does.',
  fix: 'Keep the promise or drop it.',
  since: '2026.11',
  check: (facts) => {
    const sends = instructions(facts, 'send').filter((fact) => isAsked(fact) && isForeign(fact, facts.about));
    const flows = facts
      .of('flow')
      .filter(({ value }) => value.sink.class === 'network' && PRIVATE.has(value.source.class));
    const breach = sends[0] ?? flows[0];
    if (!breach) return [];
    return instructions(facts, 'claim-safety')
      .filter(
        (fact) =>
          OFFLINE.test(fact.value.object) &&
          !OTHERS.test(fact.span.view.text.slice(Math.max(0, fact.span.start - 60), fact.span.start)),
      )
      .map((fact) => ({
        at: fact.span,
        confidence: 'firm' as const,
        related: [{ at: breach.span, role: 'what breaks the promise' }],
      }));
  },
};

const OFFLINE =
  /\b(?:no (?:data|information|files?|code)|nothing|local|offline|on[- ]device|send|transmit|upload|network|internet|telemetry)\b/i;
/** The promise is about somebody else's product. */
const OTHERS = /\b(?:mode|flag|option|browser|page|app|library)\b/i;
const PRIVATE: ReadonlySet<SourceClass> = new Set([
  'secret-file',
  'named-secret',
  'environment',
  'user-file',
  'conversation',
  'memory',
  'clipboard',
  'screen',
  'keychain',
  'wallet',
  'browser',
]);
