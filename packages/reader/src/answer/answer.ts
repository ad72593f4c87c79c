import { READING_SEVERITIES } from '@assay/analysis/types/reading';
import * as z from 'zod';
import { READING_LIMITS } from '../limits.ts';

const Verdict = z.enum(['REFUSE', 'PASS']);
const Line = z.int().min(0).max(10_000_000);
const Saying = z.string().max(4_000);

const Quote = z.object({
  file: z.string().max(1_000),
  startLine: Line,
  endLine: Line,
  /** Any length is accepted here. A quote that is too short or too long is dropped, like a quote that is not found. */
  quote: z.string().max(20_000),
});

const AnswerFinding = Quote.extend({
  act: Saying,
  why: Saying,
  fix: Saying,
  severity: z.enum(READING_SEVERITIES),
});

/** The required form of a model's answer. Any other reply counts as no answer. */
export const ModelAnswer = z
  .object({
    verdict: Verdict,
    findings: z.array(AnswerFinding).max(READING_LIMITS.findingsMax),
    attemptsToInfluence: z.array(Quote).max(READING_LIMITS.findingsMax).default([]),
    notShown: z.array(z.string().max(1_000)).max(READING_LIMITS.findingsMax).default([]),
    others: z.record(z.string(), Verdict),
  })
  .refine(({ verdict, findings }) => verdict === 'PASS' || findings.length > 0, {
    message: 'REFUSE needs a finding.',
  });
export type ModelAnswer = z.infer<typeof ModelAnswer>;

const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * Models often write their reasoning first or wrap JSON in a code fence, so only the text between the outermost braces
 * is parsed.
 */
export function parseAnswer(given: string): ModelAnswer | undefined {
  const text = given.replace(THOUGHTS, '');
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end <= start) return undefined;
  try {
    return ModelAnswer.parse(JSON.parse(text.slice(start, end + 1)));
  } catch {
    return undefined;
  }
}
