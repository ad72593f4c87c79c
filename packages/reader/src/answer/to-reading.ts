import { maskForReading } from '@assay/analysis/result/masking';
import { digestOf } from '@assay/analysis/result/seal';
import type { Abstention, NotRead, Reader, Reading, ReadingFinding, ReadingQuote } from '@assay/analysis/types/reading';
import { addUsage, NO_USAGE } from '../cost.ts';
import { READING_LIMITS } from '../limits.ts';
import type { ModelReply } from '../port.ts';
import type { ReadDocument } from '../request/documents.ts';
import type { PlannedPass, ReadingPlan } from '../request/plan.ts';
import type { PlannedRequest } from '../request/request.ts';
import { type ModelAnswer, parseAnswer } from './answer.ts';
import { findQuote } from './quotes.ts';
import { type Transcript, toTranscript } from './transcript.ts';

export type PassRead = { readonly reading: Reading; readonly transcript: Transcript };

/**
 * Converts replies to a reading. The function is pure: the transcript gives the same reading again. `replies` are in
 * the order of the requests.
 */
export function toReading(
  plan: ReadingPlan,
  planned: PlannedPass,
  reader: Reader,
  replies: readonly ModelReply[],
): PassRead {
  const transcript = toTranscript({ plan, planned, reader, replies });
  const parts = planned.requests.map((request, index) =>
    judgePart(request, transcript.exchanges[index]?.reply, plan.documents),
  );
  const reading: Reading = {
    schema: 'assay-reading/1',
    input: plan.inputDigest,
    reader,
    promptVersion: plan.promptVersion,
    pass: planned.pass,
    ...outcomeOf(parts),
    findings: parts.flatMap((part) => (part.kind === 'abstained' ? [] : part.findings)),
    attempts: parts.flatMap((part) => (part.kind === 'abstained' ? [] : part.attempts)),
    quotesDropped: parts.reduce((sum, { dropped }) => sum + dropped, 0),
    parts: parts.length,
    notRead: [...plan.notRead, ...neededOf(plan, parts)],
    usage: transcript.exchanges.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE),
    transcript: digestOf(transcript),
  };
  return { reading, transcript };
}

type PartRead =
  | {
      readonly kind: 'refused' | 'passed';
      readonly findings: readonly ReadingFinding[];
      readonly attempts: readonly ReadingQuote[];
      readonly notShown: readonly string[];
      readonly dropped: number;
    }
  | { readonly kind: 'abstained'; readonly why: Abstention; readonly dropped: number };

/** Files that a reader asks to see. Only names that the plan lists as not shown count. */
const neededOf = ({ notShown }: ReadingPlan, parts: readonly PartRead[]): NotRead[] => {
  const named = new Set(parts.flatMap((part) => (part.kind === 'abstained' ? [] : part.notShown)));
  return notShown
    .filter((file) => named.has(file))
    .map((file) => ({ file, startLine: 0, endLine: 0, reason: 'needed', isReachable: true }));
};

/** One refused part refuses the product. A pass requires every part. */
function outcomeOf(parts: readonly PartRead[]): Pick<Reading, 'outcome' | 'abstention'> {
  if (parts.some(({ kind }) => kind === 'refused')) return { outcome: 'REFUSE', abstention: null };
  const abstained = parts.find((part) => part.kind === 'abstained');
  if (abstained !== undefined) return { outcome: 'ABSTAIN', abstention: abstained.why };
  return parts.length === 0 ? { outcome: 'ABSTAIN', abstention: 'malformed' } : { outcome: 'PASS', abstention: null };
}

const abstain = (why: Abstention, dropped = 0): PartRead => ({ kind: 'abstained', why, dropped });

function judgePart(
  request: PlannedRequest,
  reply: ModelReply | undefined,
  documents: readonly ReadDocument[],
): PartRead {
  if (reply === undefined) return abstain('unreachable');
  if (reply.kind !== 'answer') return abstain(reply.kind);
  const answer = parseAnswer(reply.text);
  if (answer === undefined) return abstain('malformed');
  return findFailedCheck(request, reply.text, answer) ?? checkQuotes(answer, documents);
}

/** A reader that misjudges a planted product or repeats the boundary has followed injected instructions or does not read. */
function findFailedCheck(request: PlannedRequest, text: string, { others }: ModelAnswer): PartRead | undefined {
  if (text.includes(request.boundary)) return abstain('echoed-boundary');
  if (request.planted.some(({ id }) => others[id] === undefined)) return abstain('malformed');
  if (request.planted.some(({ id, isBad }) => isBad && others[id] !== 'REFUSE')) return abstain('missed-planted');
  return request.planted.some(({ id, isBad }) => !isBad && others[id] !== 'PASS')
    ? abstain('flagged-clean')
    : undefined;
}

function checkQuotes(answer: ModelAnswer, documents: readonly ReadDocument[]): PartRead {
  const grave = answer.findings.filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL');
  const reasons = new Set(answer.verdict === 'PASS' ? [] : grave.length > 0 ? grave : answer.findings);
  const findings = answer.findings.flatMap((finding): ReadingFinding[] => {
    const found = findQuote(finding, documents);
    if (found === undefined) return [];
    const { severity, act, why, fix } = finding;
    const isReason = reasons.has(finding);
    return [{ ...found, severity, act: say(act), why: say(why), fix: say(fix), isReason }];
  });
  const attempts = answer.attemptsToInfluence.flatMap((claim) => findQuote(claim, documents) ?? []);
  const claimed = answer.findings.length + answer.attemptsToInfluence.length;
  const dropped = claimed - findings.length - attempts.length;
  if (dropped * 1_000 > claimed * READING_LIMITS.droppedPermilleMax) return abstain('invented-quotes', dropped);
  const { notShown } = answer;
  if (answer.verdict === 'PASS') return { kind: 'passed', findings, attempts, notShown, dropped };
  // A refusal needs at least one quote that exists in the product.
  if (!findings.some(({ isReason }) => isReason)) return abstain('invented-quotes', dropped);
  return { kind: 'refused', findings, attempts, notShown, dropped };
}

const say = (text: string): string => {
  const masked = maskForReading(text).replace(/\s+/g, ' ').trim().toWellFormed();
  const { sayingCharsMax } = READING_LIMITS;
  return masked.length <= sayingCharsMax ? masked : `${masked.slice(0, sayingCharsMax - 1).toWellFormed()}…`;
};
