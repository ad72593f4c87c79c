import type { Facts, RawFinding, Rule } from '../../model.ts';
import { calls } from '../command.facts.ts';
import { type Flow, leaving, stages } from '../flow.facts.ts';

const REPEATS =
  /\bwhile\b|\bTimer\(|\bsetInterval\b|\bfor\s*\(\s*;\s*;|\bwatch\s+-n|\bschedule\b|\bcrontab\b|\bsleep\b/;
/** Around where it is sent, or where it is taken. */
const isRepeated = ({ span, value: { path } }: Flow): boolean =>
  [span, ...path.slice(0, 1)].some(({ view, start }) =>
    REPEATS.test(view.text.slice(Math.max(0, start - 800), start + 300)),
  );

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'clipboard', 'screen', 'keylog', 'microphone').map((flow) => ({
    at: flow.span,
    // One picture of the screen, asked for and sent, is what such a skill is for; a watcher does not ask.
    severity: flow.value.source.class === 'screen' && !isRepeated(flow) ? 'HIGH' : 'CRITICAL',
    confidence: 'firm',
    related: stages(flow),
  }));

/** Listening to every key has hardly an honest use; a hotkey names its key. */
const keys = (facts: Facts): RawFinding[] =>
  calls(
    facts,
    /^(?:pynput\.keyboard\.Listener|keyboard\.(?:on_press|hook|record)|pyHook\.HookManager|iohook\.on)$/,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

/** Code put into somebody's pages that sends off what their visitors type. */
const pages = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => value.harm === 'page-watch' || value.harm === 'watch')
    .map(({ span }) => ({ at: span, severity: 'CRITICAL', confidence: 'firm' }));

export const captureDevices = {
  id: 'EXF-11',
  title: 'Captures clipboard, screen, keys or sound',
  question: 'Are clipboard, screen, keys or microphone captured?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359'],
  why: 'What is copied, shown, typed or said is the most private data there is.',
  fix: 'Capture once, on request, and keep the result on the machine.',
  looksAt: 'Capture devices whose data leaves, and keyboard listeners of any kind.',
  blindTo: 'Capture through a browser extension.',
  falseAlarms: 'A screenshot on request that stays local is quiet.',
  since: '2026.11',
  check: (facts) => [...sent(facts), ...keys(facts), ...pages(facts)],
} satisfies Rule;
