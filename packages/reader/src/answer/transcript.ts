import { maskForReading } from '@assay/analysis/result/masking';
import { digestOf } from '@assay/analysis/result/seal';
import type { Pass, Reader } from '@assay/analysis/types/reading';
import { canonicalize } from '@assay/protocol/canonical-json';
import type { ModelReply } from '../port.ts';
import type { PlannedPass, ReadingPlan } from '../request/plan.ts';

/** The requests and replies of one pass. Its address is the digest of its canonical JSON. */
export type Transcript = {
  readonly schema: 'assay-transcript/1';
  readonly input: string;
  readonly promptVersion: string;
  readonly pass: Pass;
  readonly reader: Reader;
  /** Temperature in thousandths. */
  readonly parameters: { readonly temperatureMilli: 0; readonly tools: readonly [] };
  readonly system: string;
  readonly exchanges: readonly { readonly key: string; readonly user: string; readonly reply: ModelReply }[];
};

type TranscriptInput = {
  readonly plan: ReadingPlan;
  readonly planned: PlannedPass;
  readonly reader: Reader;
  readonly replies: readonly ModelReply[];
};

/** Requests are masked before they are sent. Replies are masked here, before they are read. */
export function toTranscript({ plan, planned, reader, replies }: TranscriptInput): Transcript {
  return {
    schema: 'assay-transcript/1',
    input: plan.inputDigest,
    promptVersion: plan.promptVersion,
    pass: planned.pass,
    reader,
    parameters: { temperatureMilli: 0, tools: [] },
    system: planned.requests[0]?.system ?? '',
    exchanges: planned.requests.map(({ key, user }, index) => ({ key, user, reply: maskReply(replies[index]) })),
  };
}

const NOT_ASKED: ModelReply = {
  kind: 'unreachable',
  detail: 'not asked',
  usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 },
};

function maskReply(reply: ModelReply = NOT_ASKED): ModelReply {
  if (reply.kind === 'answer') return { ...reply, text: maskForReading(reply.text).toWellFormed() };
  return { ...reply, detail: maskForReading(reply.detail).toWellFormed() };
}

export const transcriptBytes = (transcript: Transcript): string => canonicalize(transcript);

export const transcriptDigest = (transcript: Transcript): string => digestOf(transcript);
