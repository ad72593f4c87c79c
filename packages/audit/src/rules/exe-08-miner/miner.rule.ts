import type { CommandValue, Discourse, Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const MINER =
  /\bstratum\+(?:tcp|ssl|udp):\/\/|(?:^|[\s/])(?:xmrig|xmr-stak|cpuminer|minerd|ethminer|t-rex|nbminer|lolminer|phoenixminer|cgminer|bfgminer|ccminer|srbminer)(?:\s|$|\.exe)|--(?:donate-level|randomx|coin[= ]monero)|\bpool\.[\w.-]+:\d{4,5}\b.{0,80}-u\b/i;
/** One packet finds out whether a port is open; a flood says that it is one, or how many microseconds lie between two. */
const FLOOD =
  /(?:^|[\s/])(?:hping3\s.{0,80}(?:--flood|--faster|-i\s?u\d)|(?:slowloris|loic|goldeneye|hulk\.py)\s.{0,80}\w\.\w)/i;

const byCommand = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => MINER.test(lineOf(value)) || FLOOD.test(lineOf(value)))
    .map(({ span, value, context }) => ({
      at: span,
      severity: isSpokenOf(value, context) || isElsewhere(value) ? 'HIGH' : 'CRITICAL',
      confidence: 'firm',
    }));

const isElsewhere = (value: CommandValue): boolean =>
  !MINER.test(lineOf(value)) && (IN_HOUSE.test(lineOf(value)) || isOfNobody(value));

/** `Mining Pool: stratum+tcp://…` in a report: a line of what was found, and nothing that is started. */
const isSpokenOf = (value: CommandValue, context: Discourse): boolean =>
  context === 'reference' && /^[A-Z][\w ]{2,40}:\s+stratum\+/.test(value.text);

/** Machines of one's own network, as in a laboratory. */
const IN_HOUSE = /\s(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}(?:\s|$)/;

/** `--flood <remote_host>`: whom it is for is left to whoever reads it, and nobody is named beside that. */
const isOfNobody = ({ text }: CommandValue): boolean =>
  LEFT_OPEN.test(text) && !SOMEBODY.test(text.replace(LEFT_OPEN, ''));
const LEFT_OPEN = /<[a-z][\w -]{1,30}>/i;
const SOMEBODY = /[a-z0-9-]\.[a-z]{2,24}\b|\d\.\d{1,3}\.\d|\$/i;

export const miner = {
  id: 'EXE-08',
  title: 'Mines coins or attacks others',
  question: 'Is a miner, stress tool or bot client started?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-400'],
  why: "It burns the user's machine, or turns it on others, for somebody else's gain.",
  fix: 'Remove it.',
  looksAt:
    'Miner programs, pool addresses and flooding tools on a command line; an order to mine in a skill about something else.',
  blindTo: 'A miner under another name without a pool address.',
  falseAlarms: 'A skill about mining economics talks about pools; there only command lines count.',
  since: '2026.11',
  check: (facts) => [...byCommand(facts)],
} satisfies Rule;
