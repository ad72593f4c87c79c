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
    'A miner program or pool address on a command line is a proof. A flooding tool is a hint, because test laboratories use such tools too.',
  blindTo: 'A renamed miner without a pool address is not detected.',
  falseAlarms: 'In a skill about mining economics, only command lines count.',
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
