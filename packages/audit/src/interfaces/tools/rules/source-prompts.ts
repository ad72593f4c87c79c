import { isTestFile } from '@assay/analysis/models/paths/test-file';
import { type Bid, bidsOf } from '@assay/analysis/prose/index';
import type { ToolFacts, ToolHit } from '../rule.ts';
import { speaksOutOfTurn } from '../signs.ts';
import { withReach } from './definitions.ts';

/** Where a source makes a prompt or a resource. */
const MADE =
  /@\w+\.(?:prompt|resource)\b|\.(?:prompt|registerPrompt|resource|registerResource|addPrompt|addResource)\(|(?:GetPrompt|ReadResource)RequestSchema\s*,|\bAssistantMessage\(|\brole["']?\s*[:=]\s*["']assistant["']/g;
const MADE_CHARS_MAX = 1_500;
const LITERAL = /"((?:[^"\\\n]|\\.){12,})"|'((?:[^'\\\n]|\\.){12,})'|`((?:[^`\\]|\\.){12,})`|"""([\s\S]{12,}?)"""/g;
/** What no prompt has to say to do its task. */
const WRONG_THERE: ReadonlySet<Bid> = new Set(['agreed', 'consent', 'concealment', 'obeys', 'override', 'secret']);
const UNASKED = /\bI (?:will|shall|may|can)\b[^.]{0,80}\bwithout (?:asking|confirm|telling|waiting)/i;

/** Orders in the texts of prompts and resources that only the source holds. */
export const saidInSource = ({ sources }: ToolFacts): ToolHit[] =>
  sources
    .filter(({ file }) => !isTestFile(file))
    .flatMap((view) =>
      [...view.text.matchAll(MADE)]
        .filter(({ index }) => isWrong(withReach(view.text.slice(index, index + MADE_CHARS_MAX), sources)))
        .slice(0, 1)
        .map(
          ({ index, 0: mark }): ToolHit => ({
            at: { view, start: index, end: index + mark.length },
            confidence: 'firm',
            severity: 'MEDIUM',
            note: 'The text that the source makes there gives orders that no task needs.',
          }),
        ),
    );

function isWrong(code: string): boolean {
  const text = [...code.matchAll(LITERAL)].map((match) => match.slice(1).find((one) => one !== undefined)).join(' ');
  return text
    .split(/(?<=[.!?])\s+/)
    .some(
      (sentence) =>
        UNASKED.test(sentence) ||
        bidsOf(sentence).some((bid) => WRONG_THERE.has(bid)) ||
        speaksOutOfTurn(sentence.replace(/\s+/g, ' ')),
    );
}
