import { digestOf } from '@assay/analysis/result/seal';
import type { Pass, Reader } from '@assay/analysis/types/reading';
import { type PassRead, toReading } from './answer/to-reading.ts';
import type { Transcript } from './answer/transcript.ts';
import { type BudgetPort, costMicrosAtMost, NO_USAGE, type Price } from './cost.ts';
import type { ModelPort, ModelReply } from './port.ts';
import type { PlannedPass, ReadingPlan } from './request/plan.ts';

export type ReaderNeeds = {
  readonly reader: Reader;
  readonly port: ModelPort;
  readonly price: Price;
  readonly budget?: BudgetPort;
};

/** Sends all requests of a plan in sequence. The port controls concurrency. */
export async function runReading(plan: ReadingPlan, needs: ReaderNeeds): Promise<PassRead[]> {
  const reads: PassRead[] = [];
  for (const planned of plan.passes) reads.push(await runPass(plan, planned, needs));
  return reads;
}

export async function runPass(plan: ReadingPlan, planned: PlannedPass, needs: ReaderNeeds): Promise<PassRead> {
  const port = needs.budget === undefined ? needs.port : withinBudget(needs.port, needs.price, needs.budget);
  const replies: ModelReply[] = [];
  for (const request of planned.requests) replies.push(await port.ask(request));
  return toReading(plan, planned, needs.reader, replies);
}

/** Reserves the maximum cost of a request and settles the actual cost after any reply. */
export const withinBudget = (port: ModelPort, price: Price, budget: BudgetPort): ModelPort => ({
  async ask(request) {
    const most = costMicrosAtMost(request, price);
    if (!(await budget.reserve(most)))
      return { kind: 'budget', detail: 'The budget does not cover this request.', usage: NO_USAGE };
    let spent = most;
    try {
      const reply = await port.ask(request);
      spent = reply.usage.costMicros;
      return reply;
    } finally {
      await budget.settle(most, spent);
    }
  },
});

/**
 * Recomputes the reading from a stored transcript. Returns `undefined` when the transcript does not belong to this
 * plan: other bytes, another prompt version, another question.
 */
export function replayTranscript(plan: ReadingPlan, transcript: Transcript): PassRead | undefined {
  const planned = plan.passes.find(({ pass }: { readonly pass: Pass }) => pass === transcript.pass);
  if (planned === undefined || transcript.input !== plan.inputDigest) return undefined;
  if (transcript.promptVersion !== plan.promptVersion) return undefined;
  const asked = transcript.exchanges.map(({ key }) => key);
  if (digestOf(asked) !== digestOf(planned.requests.map(({ key }) => key))) return undefined;
  // The hints of that time are part of the stored request and of the transcript's address.
  const then: PlannedPass = {
    pass: planned.pass,
    requests: planned.requests.map((request, index) => ({
      ...request,
      user: transcript.exchanges[index]?.user ?? request.user,
    })),
  };
  return toReading(
    plan,
    then,
    transcript.reader,
    transcript.exchanges.map(({ reply }) => reply),
  );
}
