import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

/** `req.query`, `request.args`, and the same imported from a framework. */
const REQUEST = /^(?:\w+\.)?req/;

export const serverSideRequest = skillRule({
  id: 'WKN-03',
  title: 'Server-side request forgery',
  question: 'Is there server-side request forgery?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-918'],
  why: 'The server fetches addresses that only it can reach.',
  fix: 'Allowlist the hosts.',
  looksAt: 'Request handlers that fetch an address from the request.',
  blindTo: 'Frameworks with other names for the request.',
  falseAlarms: 'Command-line tools that fetch what their user types are quiet.',
  check: (facts) =>
    facts
      .of('flow')
      .filter(
        ({ value }) =>
          value.sink.class === 'network' &&
          value.source.class === 'user-input' &&
          value.position !== 'body' &&
          REQUEST.test(value.source.label) &&
          value.sink.destination === null,
      )
      .map((flow) => ({ at: flow.span, severity: 'MEDIUM', confidence: 'firm', related: stages(flow) })),
});
