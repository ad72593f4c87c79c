/** Checks the invariants of a campaign on what clients observed. Pure: it reads no process and no database. */
import { type History, keyOf, type Outcome, type RoundShown } from './history.ts';

export const INVARIANTS = {
  lost: 'Nothing acknowledged is lost',
  money: 'No money is created or lost',
  unreviewed: 'No certificate without its panel',
  panels: 'No two panels for one phase of a round',
  stale: 'Verify never says valid after an acknowledged suspension plus the bound',
  gaps: 'Streams have no gaps, repeats or disorder',
} as const;
export type Invariant = keyof typeof INVARIANTS;

type Violation = { readonly invariant: Invariant; readonly detail: string };

/** After this time no process answers from memory unless its listening connection was confirmed meanwhile. */
export const SUSPENSION_BOUND_MS = 5_000;

export function checkHistory(history: History, outcome: Outcome): Violation[] {
  return [
    ...findLost(history, outcome),
    ...checkMoney(outcome),
    ...findUnreviewed(outcome),
    ...findSecondPanels(history, outcome),
    ...findStaleVerifies(history),
    ...findGaps(history),
  ];
}

const because = (invariant: Invariant) => (detail: string) => ({ invariant, detail });

function findLost({ acknowledged }: History, { shown }: Outcome): Violation[] {
  return acknowledged
    .map(keyOf)
    .filter((key) => !shown.has(key))
    .map(because('lost'));
}

function checkMoney({ imbalance, wallets, payers, effects }: Outcome): Violation[] {
  const problems: string[] = [];
  if (imbalance.size === 0) problems.push('the ledger shows no balance');
  for (const [currency, amount] of imbalance)
    if (amount !== 0) problems.push(`the ledger is off by ${amount} ${currency}`);
  for (const { actorId, available, statementSum } of wallets)
    if (available !== statementSum)
      problems.push(`actor ${actorId} has ${available} available and a statement that sums to ${statementSum}`);
  for (const { address, sent, credited } of payers)
    if (sent !== credited) problems.push(`wallet ${address} sent ${sent} and was credited ${credited}`);
  for (const [effect, count] of effects)
    if (count > 1) problems.push(`${effect} happened ${count} times for one request`);
  return problems.map(because('money'));
}

const hasDecided = ({ decision, panels }: RoundShown): boolean => {
  const last = panels.at(-1);
  if (decision !== 'SAFE' || last === undefined || last.state !== 'TALLIED') return false;
  return last.safe > last.unsafe && last.verdicts === last.safe + last.unsafe;
};

function findUnreviewed({ certificates, rounds }: Outcome): Violation[] {
  const byId = new Map(rounds.map((round) => [round.id, round]));
  const submissions = new Map<string, string>();
  return certificates
    .flatMap(({ id, submissionId, roundId }) => {
      const other = submissions.get(submissionId);
      submissions.set(submissionId, id);
      if (other !== undefined) return [`certificates ${other} and ${id} for submission ${submissionId}`];
      const round = byId.get(roundId);
      if (round === undefined) return [`certificate ${id} names round ${roundId}, which does not exist`];
      if (round.submissionId !== submissionId) return [`certificate ${id} names a round of another submission`];
      return hasDecided(round) ? [] : [`certificate ${id} has no panel that decided SAFE in round ${roundId}`];
    })
    .map(because('unreviewed'));
}

/** Over all reads during the campaign and the last one: a panel that replaced another is as bad as one beside it. */
function findSecondPanels({ panels }: History, { rounds }: Outcome): Violation[] {
  const seen = new Map<string, Set<string>>();
  const add = (roundId: string, phase: string, panelId: string) => {
    const key = `${phase} panel of round ${roundId}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(panelId));
  };
  for (const { roundId, phase, panelId } of panels) add(roundId, phase, panelId);
  for (const round of rounds) for (const panel of round.panels) add(round.id, panel.phase, panel.id);
  const doubled = [...seen].filter(([, ids]) => ids.size > 1).map(([key, ids]) => `${key}: ${[...ids].join(', ')}`);
  const first = Map.groupBy(
    rounds.filter(({ type }) => type === 'INITIAL_AUDIT'),
    ({ submissionId }) => submissionId,
  );
  const doubledRounds = [...first]
    .filter(([, all]) => all.length > 1)
    .map(([id]) => `two first rounds of submission ${id}`);
  return [...doubled, ...doubledRounds].map(because('panels'));
}

function findStaleVerifies({ acknowledged, verifies }: History): Violation[] {
  const suspendedMs = new Map(
    acknowledged.filter(({ kind }) => kind === 'suspension').map(({ id, atMs }) => [id, atMs]),
  );
  return verifies
    .filter(({ certificateId, sentMs, valid }) => {
      const atMs = suspendedMs.get(certificateId);
      return valid && atMs !== undefined && sentMs > atMs + SUSPENSION_BOUND_MS;
    })
    .map(({ certificateId, sentMs, process }) => {
      const afterMs = Math.round(sentMs - (suspendedMs.get(certificateId) ?? 0));
      return `${process} said valid for ${certificateId} ${afterMs} ms after its suspension`;
    })
    .map(because('stale'));
}

/** Readers of the same topics, each at another process, receive the same numbers from the later start to the earlier end. */
function findGaps({ streams }: History): Violation[] {
  const problems = streams.flatMap(({ reader, seqs }) =>
    seqs
      .filter((seq, at) => at > 0 && seq <= (seqs[at - 1] ?? 0))
      .map((seq) => `${reader} received ${seq} again or out of order`),
  );
  const all = [...new Set(streams.flatMap(({ seqs }) => seqs))].sort((a, b) => a - b);
  for (const { reader, from, seqs } of streams) {
    const [own, last] = [new Set(seqs), seqs.at(-1) ?? from];
    const missing = all.filter((seq) => seq > from && seq <= last && !own.has(seq));
    problems.push(...missing.map((seq) => `${reader} did not receive ${seq}`));
  }
  return problems.map(because('gaps'));
}
