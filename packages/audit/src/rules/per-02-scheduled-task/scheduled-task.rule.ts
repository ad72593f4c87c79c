import { says, wordsAround } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const FETCHES = /\b(?:curl|wget|nc|iwr|python3? -c|base64|eval)\b|https?:\/\/(?!localhost|127\.)/i;
/** A page that a browser is opened with is looked at, not run. */
const SHOWN =
  /^.*\b(?:chrom(?:e|ium)[\w-]*|google-chrome[\w-]*|firefox|epiphany|midori|surf|msedge|xdg-open)\b[^\n;&|]*$/gim;
const SCHEDULERS =
  /^(?:crontab\s+(?!-l\b)\S|schtasks\s.{0,40}\/create|launchctl\s+(?:load|bootstrap|enable)|systemctl\s.{0,20}enable|at\s+(?:now|\d)|reg\s+add\s.{0,120}\\run\b|register-scheduledtask|new-service|sc\s+create)/i;

const AROUND_CHARS = 300;

const byCommand = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => SCHEDULERS.test(lineOf(value)))
    .map(({ span, value, file }) => {
      const around = wordsAround(span, AROUND_CHARS, AROUND_CHARS);
      const isRepeatedFetch =
        /crontab|schtasks|launchctl|reg\s+add|scheduledtask/i.test(lineOf(value)) &&
        FETCHES.test(value.text + (value.upstream.length > 0 ? around : ''));
      const isService =
        /^systemctl/.test(lineOf(value)) &&
        !facts.in(file, 'path').some((other) => other.value.class === 'service-unit' && other.value.access === 'write');
      return { at: span, severity: isRepeatedFetch ? 'HIGH' : isService ? 'LOW' : 'MEDIUM', confidence: 'firm' };
    });

const byFile = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        (value.class === 'scheduler' || value.class === 'service-unit') &&
        (value.access === 'write' || value.access === 'append'),
    )
    .map(({ span, value }) => ({
      at: span,
      severity: FETCHES.test((value.content ?? '').replace(SHOWN, '')) ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is written.`,
    }));

const PROGRAMS: ReadonlySet<string> = new Set(['python', 'ruby', 'javascript', 'perl']);

/** What an interpreter loads at every start sends something that nobody can tell: every program of the user tells on them. */
const bySending = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(
      ({ value, unit }) =>
        unit.origin === 'startup' &&
        PROGRAMS.has(unit.lang) &&
        value.class === 'network' &&
        value.isUntold === true &&
        value.destination?.origin !== 'loopback',
    )
    .map(({ span, value }) => ({
      at: span,
      severity: 'CRITICAL',
      confidence: 'firm',
      note: `What starts with every program sends to ${value.destination?.host || 'an address made at run time'}.`,
    }));

/** What a scheduler starts puts in its own place what it has fetched: from the second time on anything may run. */
const byRenewal = (facts: Facts): RawFinding[] => {
  const scheduled = byCommand(facts).map(({ at }) => at.view);
  return facts
    .of('shape')
    .filter(({ value, file }) => value.harm === 'renewed' && scheduled.some((view) => says(view, nameOf(file))))
    .map(({ span }) => ({
      at: span,
      severity: 'CRITICAL',
      confidence: 'firm',
      note: 'What runs by the clock replaces itself with what it fetched.',
    }));
};
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

export const scheduledTask = {
  id: 'PER-02',
  title: 'Creates a scheduled task or service',
  question: 'Is a cron job, launch agent, systemd unit, task or Run key created?',
  category: 'PER',
  family: 'code-taint',
  kind: 'PROOF',
  reproducedBy: 'persisted',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912'],
  why: 'It keeps running when nobody remembers it.',
  fix: 'Offer it as a step the user takes, with the way to undo it.',
  looksAt:
    'Schedulers, service managers and autostart folders; in words, things that start by themselves and fetch from a foreign address or come back when removed; files that an interpreter loads at every start and that send; tasks that put something fetched in their own place.',
  blindTo: 'Schedulers of cloud services.',
  falseAlarms: 'Enabling a packaged service: low.',
  since: '2026.11',
  check: (facts) => [...byCommand(facts), ...byFile(facts), ...byRenewal(facts), ...bySending(facts)],
} satisfies Rule;
