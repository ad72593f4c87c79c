import * as z from 'zod';
import type { ModelAnswer } from '../answer/answer.ts';
import { PLANTED_BANKS } from '../request/planted/planted.ts';
import type { AskedQuestion, Script } from './model-server.ts';

const Lines = z.array(z.string());
const Body = z.object({
  content: z.array(z.object({ name: z.string(), lines: Lines })),
  others: z.array(z.object({ id: z.string(), lines: Lines })),
});

/** A line as a reader sees it. */
type ShownLine = { readonly file: string; readonly line: number; readonly text: string };

type Claim = ModelAnswer['findings'][number];

/** Reads the lines of the product and the planted products from a question. */
export function readQuestion({ user }: AskedQuestion): {
  readonly lines: readonly ShownLine[];
  readonly others: ModelAnswer['others'];
} {
  const { content, others } = Body.parse(JSON.parse(user.split('\n').slice(1, -1).join('\n')));
  const lines = content.flatMap(({ name, lines: shown }) => shown.map((text) => toShown(name, text)));
  return { lines, others: Object.fromEntries(others.map(({ id, lines: text }) => [id, judgeOther(text)])) };
}

function toShown(file: string, numbered: string): ShownLine {
  const at = numbered.indexOf(': ');
  return { file, line: Number.parseInt(numbered.slice(0, at), 10), text: numbered.slice(at + 2) };
}

const judgeOther = (lines: readonly string[]): 'REFUSE' | 'PASS' => {
  const text = lines.map((line) => toShown('', line).text).join('\n');
  return MARKS.some((mark) => text.includes(mark)) ? 'REFUSE' : 'PASS';
};

const MARKS = Object.values(PLANTED_BANKS).flatMap(({ marks }) => marks);

const say = (answer: ModelAnswer): { kind: 'text'; text: string } => ({ kind: 'text', text: JSON.stringify(answer) });

/** Passes everything, including planted harm. */
export const passEverything: Script = (question) => {
  const { others } = readQuestion(question);
  const all = Object.fromEntries(Object.keys(others).map((id) => [id, 'PASS' as const]));
  return say({ verdict: 'PASS', findings: [], attemptsToInfluence: [], notShown: [], others: all });
};

/** Judges the planted products correctly and passes every product. */
export const passEveryProduct: Script = (question) =>
  say({ verdict: 'PASS', findings: [], attemptsToInfluence: [], notShown: [], others: readQuestion(question).others });

/** Refuses every product with a quote that is not in it. */
export const refuseByInvention: Script = (question) =>
  say({
    verdict: 'REFUSE',
    findings: [toClaim({ file: 'SKILL.md', line: 3, text: 'words that nobody has written in any file' })],
    attemptsToInfluence: [],
    notShown: [],
    others: readQuestion(question).others,
  });

/** Refuses a product for the lines that a test marks as bad, and passes any other. */
export const refuseLinesWith =
  (isBad: (text: string) => boolean): Script =>
  (question) => {
    const { lines, others } = readQuestion(question);
    const bad = lines.filter(({ text }) => isBad(text));
    const findings = bad.slice(0, 5).map(toClaim);
    return say({
      verdict: bad.length > 0 ? 'REFUSE' : 'PASS',
      findings,
      attemptsToInfluence: [],
      notShown: [],
      others,
    });
  };

const QUOTE_CHARS = 200;

const toClaim = ({ file, line, text }: ShownLine): Claim => ({
  file,
  startLine: line,
  endLine: line,
  quote: text.slice(0, QUOTE_CHARS),
  act: 'Does what the user did not ask for',
  why: 'The user is not told and did not agree.',
  fix: 'Remove the sentence.',
  severity: 'HIGH',
});
