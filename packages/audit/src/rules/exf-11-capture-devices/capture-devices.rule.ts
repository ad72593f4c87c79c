import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls, lineOf } from '../command.facts.ts';
import { leaving, stages } from '../flow.facts.ts';

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'clipboard', 'screen', 'keylog', 'microphone').map((flow) => ({
    at: flow.span,
    confidence: 'firm',
    related: stages(flow),
  }));

/** A device of the screen or of sound as what comes in, and another machine as where it goes. */
const GRABS =
  /\s(?:x11grab|avfoundation|gdigrab|kmsgrab|dshow|pulse|alsa|v4l2)\s|\b(?:ximagesrc|pulsesrc|v4l2src|pipewiresrc)\b/;
const AWAY =
  /\s(?:udp|tcp|srt|rtp|rtmps?|rtsp|https?):\/\/(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|239\.|[$<{␀])(\d{1,3}(?:\.\d{1,3}){3})?/;

/** Streamed as long as it runs. */
const streams = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GRABS.test(`${lineOf(value)} `) && AWAY.test(`${lineOf(value)} `))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

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
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const DEVICES: ReadonlySet<string> = new Set(['screen', 'clipboard', 'device']);

/** A program that takes what a device shows, and sends to a chat. */
const mailboxes = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(
      ({ value: { class: kind, destination }, file }) =>
        kind === 'network' &&
        destination?.origin === 'chat-webhook' &&
        facts.in(file, 'capability').some(({ value }) => DEVICES.has(value.name)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const captureDevices = {
  id: 'EXF-11',
  title: 'Captures clipboard, screen, keys or sound',
  question: 'Are clipboard, screen, keys or microphone captured?',
  category: 'EXF',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359'],
  why: 'What is copied, shown, typed or said is the most private data there is.',
  fix: 'Capture once, on request, and keep the result on the machine.',
  looksAt:
    'Capture devices whose data leaves, screens and sound that are streamed, and keyboard listeners of any kind.',
  blindTo: 'Capture through a browser extension.',
  falseAlarms: 'A screenshot on request that stays local is quiet.',
  since: '2026.11',
  check: (facts) => [...sent(facts), ...streams(facts), ...keys(facts), ...pages(facts), ...mailboxes(facts)],
} satisfies Rule;
