/** A local model endpoint that returns the recorded answers of a large model about the same files. */
import { fileURLToPath } from 'node:url';
import { type Bundle, PASSES, type Report } from '@assay/audit';
import { instructionOf, planReading } from '@assay/reader';
import { readAnswers, type Script, startModelServer } from '@assay/reader/testing';

type Shown = { readonly name: string; readonly lines: readonly string[] };
type Question = {
  readonly files: readonly string[];
  readonly content: readonly Shown[];
  readonly others: readonly { readonly id: string; readonly lines: readonly string[] }[];
};
type Answer = { readonly others: Readonly<Record<string, string>> };
export type Read = { readonly bundle: Bundle; readonly report: Report };

/** Only requested if the first two passes disagree, and not recorded for every suite. */
const LAST_PASS = PASSES.at(-1);

const RECORDED = fileURLToPath(new URL('../eval/recorded/large-model', import.meta.url));

const questionIn = (user: string): Question => JSON.parse(user.split('\n').slice(1, -1).join('\n'));

/** A service also shows what the publisher declares, which the recording, made from files alone, did not. */
const filesIn = ({ files, content }: Question): string =>
  JSON.stringify(
    content
      .filter(({ name }) => files.some((file) => name === file || name.startsWith(`${file}#`)))
      .map(({ name, lines }) => [name, lines])
      .sort(),
  );

/**
 * What was answered about each bundle, by pass. The two planted products are drawn anew for each question, so their verdicts are kept by
 * their words.
 */
function readRecorded(reads: readonly Read[]) {
  const answers = readAnswers(RECORDED);
  const byFiles = new Map<string, Answer>();
  const planted = new Map<string, string>();
  for (const { bundle, report } of reads) {
    for (const { pass, requests } of planReading(bundle, { report, passes: PASSES }).passes) {
      for (const { key, user } of requests) {
        const answer = answers.get(key);
        if (answer === undefined && pass !== LAST_PASS) throw new Error(`No answer was recorded for ${key}.`);
        if (answer === undefined) continue;
        const question = questionIn(user);
        const parsed = JSON.parse(answer) as Answer;
        byFiles.set(pass + filesIn(question), parsed);
        for (const { id, lines } of question.others) planted.set(lines.join('\n'), parsed.others[id] ?? '');
      }
    }
  }
  return { byFiles, planted };
}

/** Questions that nobody was asked get no answer, and what waits for one goes to a person. */
export function startRecordedReader(reads: readonly Read[]) {
  const { byFiles, planted } = readRecorded(reads);
  const passes = new Map(PASSES.map((pass) => [instructionOf('SKILL', pass).trim(), pass]));
  const script: Script = ({ system, user }) => {
    const question = questionIn(user);
    const answer = byFiles.get(passes.get(system.trim()) + filesIn(question));
    if (answer === undefined) return { kind: 'status', status: 404 };
    const others = question.others.map(({ id, lines }) => [id, planted.get(lines.join('\n'))]);
    return { kind: 'text', text: JSON.stringify({ ...answer, others: Object.fromEntries(others) }) };
  };
  return startModelServer(script);
}
