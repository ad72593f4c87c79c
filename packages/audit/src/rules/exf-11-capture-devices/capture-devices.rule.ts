import type { Facts, RawFinding } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';
import { leaving, stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'clipboard', 'screen', 'keylog', 'microphone').map((flow) => ({
    at: flow.span,
    confidence: 'firm',
    related: stages(flow),
  }));

/** Recording every key has almost no legitimate use. A hotkey names its key. */
const keys = (facts: Facts): RawFinding[] =>
  calls(
    facts,
    /^(?:pynput\.keyboard\.Listener|keyboard\.(?:on_press|hook|record)|pyHook\.HookManager|iohook\.on)$/,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

export const captureDevices = skillRule({
  id: 'EXF-11',
  title: 'Clipboard, screen, keyboard or microphone capture',
  question: 'Are clipboard, screen, keys or microphone captured?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-200', 'CWE-359'],
  why: 'Copied, displayed, typed and spoken data is private.',
  fix: 'Capture once, on request, and keep the result on the machine.',
  looksAt: 'The rule finds capture devices whose data leaves the machine, and keyboard listeners of any kind.',
  blindTo: 'Capture through a browser extension is not detected.',
  falseAlarms: 'A screenshot on request that stays on the machine is not reported.',
  check: (facts) => [...sent(facts), ...keys(facts)],
});
