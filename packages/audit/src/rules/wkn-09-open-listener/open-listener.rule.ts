import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('call').flatMap(({ span, value }): RawFinding[] => {
    const isOpen =
      value.named.host === '0.0.0.0' || (/\.(?:listen|bind|run)$/.test(value.callee) && value.args.includes('0.0.0.0'));
    const isDebug = /\.run$/.test(value.callee) && value.named.debug === 'True';
    if (isOpen && isDebug) return [{ at: span, severity: 'HIGH', confidence: 'firm' }];
    return isOpen || isDebug ? [{ at: span, severity: isOpen ? 'MEDIUM' : 'LOW', confidence: 'firm' }] : [];
  });

export const openListener = skillRule({
  id: 'WKN-09',
  title: 'Listener on all interfaces or debug mode',
  question: 'Is there a listener on all interfaces without auth, or debug on?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-306'],
  why: 'Everyone on the network can talk to it.',
  fix: 'Bind to the local address, and disable debugging.',
  looksAt: 'Servers on every interface, and debuggers that run code.',
  blindTo: 'Servers started by a tool.',
  falseAlarms: 'Containers bind to every interface by design.',
  check: (facts) => toFindings(facts),
});
