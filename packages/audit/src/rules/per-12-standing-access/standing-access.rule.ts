import { wordsAround } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';
import { isHookFile, isOutOfSight } from '../startup.facts.ts';
import { COMMANDS, CONTENTS, type WayIn } from './ways-in.data.ts';

const fits = ({ shape, unless }: WayIn, text: string): boolean => shape.test(text) && unless?.test(text) !== true;

const byCommand = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ span, value }): RawFinding[] => {
    const around = wordsAround(span, 0, LINE_AFTER);
    const found = COMMANDS.find((one) => fits(one, lineOf(value)) || (one === FETCHED_KEY && fits(one, around)));
    return found === undefined ? [] : [{ at: span, confidence: 'firm', note: `${found.what}.` }];
  });

/** The work of the user, with all of its history, at a place that is neither a host of code nor the user's own. */
const PUSHES = /^git\s(?:.{0,80}\s)?push\s(?:.{0,80}\s)?(?:https?|ssh|git):\/\/(?:[^\s@/]{1,80}@)?(?![$<{␀])([\w.-]+)/i;
const CODE_HOSTS =
  /(?:^|\.)(?:github|gitlab|bitbucket|codeberg|gitee|huggingface|azure|visualstudio|heroku|sr\.ht|localhost)(?:\.|$)|^127\./i;

const byPush = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ span, value, unit }): RawFinding[] => {
    const host = PUSHES.exec(lineOf(value))?.[1];
    if (host === undefined || !host.includes('.') || CODE_HOSTS.test(host)) return [];
    const isQuiet = isOutOfSight(unit) || isHookFile(unit.file);
    if (!isQuiet && !/\s(?:-q|--quiet|--mirror)\b/.test(lineOf(value))) return [];
    return [{ at: span, confidence: 'firm', note: `The repository is sent to ${host}.` }];
  });

/** A remote with a login that everybody can read, at a place that is no host of code, and a push of everything to it. */
const REMOTE =
  /^git\s+remote\s+add\s+(?:-\S+\s+)*(\S+)\s+["']?https?:\/\/[^\s:@/]{1,80}:(?![$<{␀])[^\s@]{1,80}@([\w.-]+)/i;

const byRemote = (facts: Facts): RawFinding[] => {
  const pushes = facts
    .of('command')
    .map(({ value }) => lineOf(value))
    .filter((line) => /^git\s(?:.{0,80}\s)?push\b/.test(line));
  return facts.of('command').flatMap(({ span, value }): RawFinding[] => {
    const [, name = '', host = ''] = REMOTE.exec(lineOf(value)) ?? [];
    const isPushed = pushes.some(
      (line) => line.split(/\s+/).includes(name) && /--(?:mirror|all|tags)\b|\s-q\b/.test(line),
    );
    if (name === '' || !isPushed || CODE_HOSTS.test(host)) return [];
    return [{ at: span, confidence: 'firm', note: `The repository is sent to ${host}.` }];
  });
};

/** Everything goes through a machine that is named here, and nobody compares certificates any more. */
const PROXY =
  /^(?:git\s+config\s+--(?:global|system)\s+https?\.proxy|(?:npm|yarn|pnpm)\s+config\s+set\s+(?:https?-)?proxy|pip3?\s+config\s+set\s+\S*proxy|networksetup\s+-set(?:secure)?webproxy\s+\S+|netsh\s+winhttp\s+set\s+proxy)\s+(?!["']?(?:https?:\/\/)?(?:localhost|127\.|10\.|192\.168\.|172\.|[$<{␀]))\S+/i;

const byProxy = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => PROXY.test(lineOf(value)) && value.beside?.includes('certificates-unchecked'))
    .map(({ span }) => ({ at: span, confidence: 'firm', note: 'Everything passes a machine that is named here.' }));

/** The one that is a pipe: it is looked at from its first command on. */
const [FETCHED_KEY] = COMMANDS;
const LINE_AFTER = 160;

const byContent = (facts: Facts): RawFinding[] =>
  facts.of('path').flatMap(({ span, value }): RawFinding[] => {
    if (value.access !== 'write' && value.access !== 'append') return [];
    const found = CONTENTS.find((one) => one.path.test(value.path) && fits(one, value.content ?? ''));
    return found === undefined ? [] : [{ at: span, confidence: 'firm', note: `${found.what}.` }];
  });

export const standingAccess = {
  id: 'PER-12',
  title: 'Leaves others a way in, or a view of everything',
  question: 'Is somebody else given lasting access, or a place that all traffic, names, logs or packages pass?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-284', 'OWASP-AST01'],
  why: 'It stays when the task is done, and whoever was named there needs nothing else.',
  fix: 'Leave it out; let the user name the person or the server, and undo it at the end.',
  looksAt:
    'Commands and written files out of `ways-in.data.ts`: owners and hooks of a repository, keys fetched from the net, stores of passwords copied, engines and stores open to everybody, name servers, proxies of ssh, sources of packages without a signature, logs sent away, extensions forced on a browser. Each row needs a person, host or address that is written in the skill; what the user fills in is quiet.',
  blindTo: 'The same done through the pages or the libraries of a service.',
  falseAlarms: "An administrator's skill that names the servers of its own organisation.",
  since: '2026.11',
  check: (facts) => [...byCommand(facts), ...byContent(facts), ...byPush(facts), ...byRemote(facts), ...byProxy(facts)],
} satisfies Rule;
