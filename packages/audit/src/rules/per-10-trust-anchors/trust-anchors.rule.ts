import type { Facts, RawFinding, Rule } from '../../model.ts';
import { lineOf } from '../command.facts.ts';

const ANCHORS =
  /^(?:security\s+add-trusted-cert|update-ca-certificates|update-ca-trust|trust\s+anchor|certutil\s.{0,40}-addstore|import-certificate|networksetup\s+-set(?:secure)?webproxy\s|netsh\s+winhttp\s+set\s+proxy|gsettings\s+set\s+org\.gnome\.system\.proxy|(?:code|cursor|codium)\s+--install-extension\s+\S+\.vsix|(?:google-)?chrome\s.{0,80}--load-extension)/i;
const OWN_TOOL = /mkcert|localhost|mitmproxy|dev-cert/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => ANCHORS.test(lineOf(value)))
    .map(({ span, file, value }) => {
      const isLocalTool =
        OWN_TOOL.test(value.text) || facts.in(file, 'command').some((other) => OWN_TOOL.test(other.value.program));
      return { at: span, severity: isLocalTool ? 'MEDIUM' : 'HIGH', confidence: 'firm' };
    });

export const trustAnchors = {
  id: 'PER-10',
  title: 'Installs a certificate authority, proxy or extension',
  question: 'Is a CA, proxy, browser or editor extension installed?',
  category: 'PER',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-295', 'CWE-912'],
  why: 'Whoever holds the anchor can read and rewrite every encrypted connection.',
  fix: 'Use a development certificate for one name, removed afterwards.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts)],
} satisfies Rule;
