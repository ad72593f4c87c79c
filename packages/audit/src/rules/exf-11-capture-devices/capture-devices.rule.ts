import { startOf, wordsAround, wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { calls, lineOf } from '../command.facts.ts';
import { type Flow, leaving, stages } from '../flow.facts.ts';
import { isMailbox } from '../mailbox.ts';
import { isStartedUnasked } from '../startup.facts.ts';

const REPEATS =
  /\bwhile\b|\bTimer\(|\bsetInterval\b|\bfor\s*\(\s*;\s*;|\bwatch\s+-n|\bschedule\b|\bcrontab\b|\bsleep\b/;
const AROUND_CHARS = { before: 800, behind: 300 } as const;
/** Around where it is sent, or where it is taken; or by the name of the function that does. */
const isRepeated = ({ span, value: { path, isStartedAgain } }: Flow): boolean =>
  isStartedAgain === true ||
  [span, ...path.slice(0, 1)].some((place) =>
    REPEATS.test(wordsAround(startOf(place), AROUND_CHARS.before, AROUND_CHARS.behind)),
  );

/**
 * A picture of the screen; or what was copied last, by a command that stands in the open and is typed by whoever wants that, as a picture, or to
 * an address out of the user's settings.
 */
const isAskedFor = ({ value: { source, sink, path }, file }: Flow): boolean =>
  source.class === 'screen' ||
  (source.class === 'clipboard' &&
    (/\.mdx?$/i.test(file) || (sink.destination?.host ?? '') === '' || path.slice(0, 1).some(isPicture)));
const isPicture = (span: Span): boolean => /\bimage\/(?:png|jpeg|bmp)\b|\bpngpaste\b/.test(wordsOf(span));

const sent = (facts: Facts): RawFinding[] =>
  leaving(facts, 'clipboard', 'screen', 'keylog', 'microphone').map((flow) => ({
    at: flow.span,
    // One picture of the screen, asked for and sent, is what such a skill is for; a watcher does not ask.
    severity: isAskedFor(flow) && !isRepeated(flow) && !isStartedUnasked(flow.unit) ? 'HIGH' : 'CRITICAL',
    confidence: 'firm',
    related: stages(flow),
  }));

/** A device of the screen or of sound as what comes in, and another machine as where it goes. */
const GRABS =
  /\s(?:x11grab|avfoundation|gdigrab|kmsgrab|dshow|pulse|alsa|v4l2)\s|\b(?:ximagesrc|pulsesrc|v4l2src|pipewiresrc)\b/;
const AWAY =
  /\s(?:udp|tcp|srt|rtp|rtmps?|rtsp|https?):\/\/(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|239\.|[$<{␀])(\d{1,3}(?:\.\d{1,3}){3})?/;

/** Streamed as long as it runs; unseen, or to a machine without a name, nobody has asked for it. */
const streams = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ value, span }): RawFinding[] => {
    const line = `${lineOf(value)} `;
    const away = GRABS.test(line) ? AWAY.exec(line) : null;
    if (away === null) return [];
    const isUnseen = value.isBackground || away[1] !== undefined;
    return [{ at: span, severity: isUnseen ? 'CRITICAL' : 'HIGH', confidence: 'firm' }];
  });

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
    // A test puts a stand-in where the program would go out.
    .filter(({ file, unit }) => !(TEST.test(file) && (unit.reach === 'none' || unit.reach === 'linked')))
    .map(({ span }) => ({ at: span, severity: 'CRITICAL', confidence: 'firm' }));

const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test_[\w-]+\.py$/i;

const DEVICES: ReadonlySet<string> = new Set(['screen', 'clipboard', 'device']);
const MAILBOX_KEY = /telegram|discord|slack/i;

/**
 * A program that takes what a device shows, and sends to a chat whose address or key stands in it: only whoever owns that key
 * reads there. A key that the user gives is the user's own chat.
 */
const mailboxes = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(
      ({ value: { class: kind, destination }, file }) =>
        kind === 'network' &&
        destination?.origin === 'chat-webhook' &&
        facts.in(file, 'capability').some(({ value }) => DEVICES.has(value.name)) &&
        (isMailbox(destination) ||
          facts.in(file, 'secret').some(({ value }) => !value.isSample && MAILBOX_KEY.test(value.provider))),
    )
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
  looksAt:
    'Capture devices whose data leaves, screens and sound that are streamed, and keyboard listeners of any kind.',
  blindTo: 'Capture through a browser extension.',
  falseAlarms: 'A screenshot on request that stays local is quiet.',
  since: '2026.11',
  check: (facts) => [...sent(facts), ...streams(facts), ...keys(facts), ...pages(facts), ...mailboxes(facts)],
} satisfies Rule;
