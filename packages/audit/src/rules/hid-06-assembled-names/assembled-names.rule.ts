import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const SINKS =
  /^(?:os\.(?:system|popen)|subprocess\.\w+|eval|exec|child_process\.\w+|Function|builtins\.\w+|socket\.\w+|requests\.\w+|pickle\.loads|marshal\.loads|ctypes\.\w+)$/;

const calls = (facts: Facts): RawFinding[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'assembled-sink' && SINKS.test(value.revealed))
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `It calls ${value.revealed}.` }));

/** `getattr(os, 'sys' + 'tem')`: a call whose name is written in pieces. */
const PIECES =
  /(?:getattr|globalThis|window|__import__|__builtins__)\s*[([].{0,80}(?:['"]\s*\+\s*['"]|chr\(|fromCharCode|\[::-1\]|\.join\()/;
const written = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(({ value }) => PIECES.test(value.text))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** Program names in pieces: `c''url`, `$'\x63url'`, `wh\oami`. */
const BROKEN =
  /(?:^|[\s|;&])(?:[a-z]{1,8}(?:''|""|\\(?=[a-z]))){1,6}[a-z]{1,8}(?=\s)|\$'(?:\\x[0-9a-f]{2}|\\[0-7]{3}){3,}/;
const KNOWN = /^(?:curl|wget|bash|sh|python3?|nc|ncat|base64|eval|chmod|rm|cat|powershell|sudo|ssh)$/;
const commands = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => KNOWN.test(value.program) && BROKEN.test(value.text))
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `It runs ${value.program}.` }));

export const assembledNames = skillRule({
  id: 'HID-06',
  title: 'Assembled sink, host or path',
  question: 'Are sinks, hosts or paths assembled from fragments, character codes or reversed text?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-506', 'CWE-116'],
  why: 'A name in fragments is not found by a search.',
  fix: 'Write names in one piece.',
  looksAt: 'Attribute names, modules and program names put together from fragments, codes or reversed text.',
  blindTo: 'Fragments in different files.',
  falseAlarms: 'Joining paths and translating texts is quiet.',
  check: (facts) => [...calls(facts), ...written(facts), ...commands(facts)],
});
