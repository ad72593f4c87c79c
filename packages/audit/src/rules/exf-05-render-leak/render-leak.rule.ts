import { sharesBrand } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const renderLeak = skillRule({
  id: 'EXF-05',
  title: 'Data leak by rendering',
  question: 'Does rendering an image or a link leak data (a template with data slots)?',
  family: 'instruction',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-200', 'OWASP-LLM02', 'OWASP-LLM05'],
  why: 'A client fetches an image when it displays it, and sends the data in its URL.',
  fix: 'Use fixed addresses, without slots for data.',
  blindTo: 'URLs that code builds, and parameters with inconspicuous names, are not detected.',
  falseAlarms: 'Documentation of a tracker that names its own parameters can be reported.',
  check: (facts) =>
    [...facts.of('image'), ...facts.of('link')]
      .filter(
        ({ value }) => value.url !== null && isLeakingSlot(value.target) && !sharesBrand(value.url.host, facts.about),
      )
      .map((fact) => ({
        at: fact.span,
        confidence: 'firm',
      })),
});

const SLOT = /[?&#/][\w.-]{0,40}=?(?:\{\{?|<|%7b|\$\{?|\[)?\s*([\w. -]{3,60})\s*(?:\}\}?|>|%7d|\])?/gi;
const SENSITIVE =
  /(?:conversation|chat|history|context|secret|token|api_?key|password|credential|summary|user_?data|prompt|memory|session_?data|environment|stolen|private|messages?|transcript|base64_of|encoded_)/i;
const MARKED = /[{<[$%]|[A-Z0-9]{3,}_[A-Z]/;

function isLeakingSlot(target: string): boolean {
  if (!MARKED.test(target)) return false;
  for (const match of target.slice(0, 2_000).matchAll(SLOT)) {
    if (MARKED.test(match[0]) && SENSITIVE.test(match[1] ?? '')) return true;
  }
  return false;
}
