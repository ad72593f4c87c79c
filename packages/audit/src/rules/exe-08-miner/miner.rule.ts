import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const MINER =
  /\bstratum\+(?:tcp|ssl|udp):\/\/|(?:^|[\s/])(?:xmrig|xmr-stak|cpuminer|minerd|ethminer|t-rex|nbminer|lolminer|phoenixminer|cgminer|bfgminer|ccminer|srbminer)(?:\s|$|\.exe)|--(?:donate-level|randomx|coin[= ]monero)|\bpool\.[\w.-]+:\d{4,5}\b.{0,80}-u\b/i;
/** A single packet tests whether a port is open. A flood has its own option, or an interval in microseconds. */
const FLOOD =
  /(?:^|[\s/])(?:hping3\s.{0,80}(?:--flood|--faster|-i\s?u\d)|(?:slowloris|loic|goldeneye|hulk\.py)\s.{0,80}\w\.\w)/i;

export const miner = skillRule({
  id: 'EXE-08',
  title: 'Miner or attack tool',
  question: 'Is a miner, stress tool or bot client started?',
  kind: 'PROOF',
  severity: 'CRITICAL',
  references: ['CWE-506', 'CWE-400'],
  why: "It uses the user's machine, or attacks others, for the profit of a third party.",
  fix: 'Remove it.',
  looksAt:
    'Miner programs and pool addresses on a command line prove; flooding tools hint: a laboratory uses them, too.',
  blindTo: 'A miner under another name without a pool address.',
  falseAlarms: 'A skill about mining economics talks about pools; there only command lines count.',
  check: (facts) =>
    facts
      .of('command')
      .filter(({ value }) => MINER.test(lineOf(value)) || FLOOD.test(lineOf(value)))
      .map(({ span, value }) => ({
        at: span,
        severity: MINER.test(lineOf(value)) ? 'CRITICAL' : 'HIGH',
        confidence: 'firm',
      })),
});
