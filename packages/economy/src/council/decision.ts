import type { RiskLevel, VerdictValue } from '@assay/protocol';
import { COUNCIL, type SeatedPhase } from './params.ts';

export type Tally = { readonly safe: number; readonly unsafe: number; readonly missed: number };

/** The facts of a round after a panel was tallied. */
export type RoundFacts = {
  readonly primary: Tally;
  readonly second?: Tally | undefined;
  /** The latest appeal, caused by a vote or by a dispute. */
  readonly appeal?: Tally | undefined;
  readonly sandboxRiskLevel: RiskLevel;
  /** The engine reports a non-blocking finding of HIGH or more. */
  readonly hasOpenHighFinding: boolean;
  /** The engine's report blocks. Only an operator can end such a round SAFE, with a written reason. */
  readonly reportBlocks: boolean;
  /** The sandbox confirmed a critical finding by running its reproducer. */
  readonly hasReproducedCritical: boolean;
};

export type Decision =
  | { readonly kind: 'decided'; readonly verdict: VerdictValue; readonly by: SeatedPhase | 'REPRODUCED_CRITICAL' }
  | { readonly kind: 'next-panel'; readonly phase: 'SECOND' | 'APPEAL' }
  | { readonly kind: 'human'; readonly because: 'APPEAL_SPLIT' | 'REPORT_BLOCKS' };

/** The decision from the votes. Each seat has one vote; a silent seat counts for neither side. */
export function decideRound(facts: RoundFacts): Decision {
  if (facts.hasReproducedCritical) return { kind: 'decided', verdict: 'UNSAFE', by: 'REPRODUCED_CRITICAL' };
  const decision = decideByVotes(facts);
  const isSafe = decision.kind === 'decided' && decision.verdict === 'SAFE';
  return isSafe && facts.reportBlocks ? { kind: 'human', because: 'REPORT_BLOCKS' } : decision;
}

function decideByVotes(facts: RoundFacts): Decision {
  if (facts.appeal !== undefined) return decideAppeal(facts.appeal);
  if (facts.second !== undefined) return decideSecond(facts.primary, facts.second);
  return decidePrimary(facts);
}

function decidePrimary(facts: RoundFacts): Decision {
  if (isSecondDue(facts)) return { kind: 'next-panel', phase: 'SECOND' };
  return { kind: 'decided', verdict: facts.primary.unsafe === 0 ? 'SAFE' : 'UNSAFE', by: 'PRIMARY' };
}

function isSecondDue({ primary, sandboxRiskLevel, hasOpenHighFinding }: RoundFacts): boolean {
  const isUnanimous = Math.max(primary.safe, primary.unsafe) === COUNCIL.votes.primaryUnanimous;
  return !isUnanimous || sandboxRiskLevel === 'HIGH' || hasOpenHighFinding;
}

function decideSecond(primary: Tally, second: Tally): Decision {
  const { secondOwnMin, secondSafeTogetherMin, secondUnsafeTogetherMin } = COUNCIL.votes;
  if (second.unsafe >= secondOwnMin && primary.unsafe + second.unsafe >= secondUnsafeTogetherMin) {
    return { kind: 'decided', verdict: 'UNSAFE', by: 'SECOND' };
  }
  if (second.safe >= secondOwnMin && primary.safe + second.safe >= secondSafeTogetherMin) {
    return { kind: 'decided', verdict: 'SAFE', by: 'SECOND' };
  }
  return { kind: 'next-panel', phase: 'APPEAL' };
}

function decideAppeal({ safe, unsafe }: Tally): Decision {
  if (unsafe >= COUNCIL.votes.appealUnsafeMin) return { kind: 'decided', verdict: 'UNSAFE', by: 'APPEAL' };
  if (safe >= COUNCIL.votes.appealSafeMin) return { kind: 'decided', verdict: 'SAFE', by: 'APPEAL' };
  return { kind: 'human', because: 'APPEAL_SPLIT' };
}
