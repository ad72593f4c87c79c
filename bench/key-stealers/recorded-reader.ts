/** A local model endpoint that returns the recorded answers of a large model about the same files. */
import { fileURLToPath } from 'node:url';
import { type Bundle, PASSES, type Report } from '@assay/audit';
import { instructionOf, planReading } from '@assay/reader';
import { readAnswers, readQuestion, type Script, startModelServer } from '@assay/reader/testing';

type Shown = { readonly name: string; readonly lines: readonly string[] };
type Question = {
  readonly files: readonly string[];
  readonly content: readonly Shown[];
};
type Answer = Readonly<Record<string, unknown>>;
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

/** What was answered about each bundle, by pass. */
function readRecorded(reads: readonly Read[]) {
  const answers = readAnswers(RECORDED);
  const byFiles = new Map<string, Answer>();
  for (const { bundle, report } of reads) {
    for (const { pass, requests } of planReading(bundle, { report, passes: PASSES }).passes) {
      for (const { key, user } of requests) {
        const answer = answers.get(key);
        if (answer === undefined && pass !== LAST_PASS) throw new Error(`No answer was recorded for ${key}.`);
        if (answer === undefined) continue;
        byFiles.set(pass + filesIn(questionIn(user)), JSON.parse(answer) as Answer);
      }
    }
  }
  return byFiles;
}

/**
 * A question without a recording gets no answer, and its submission goes to a person. The planted products are drawn
 * with the key of the installation, so the recording has other ones: they are judged by their marks.
 */
export function startRecordedReader(reads: readonly Read[]) {
  const byFiles = readRecorded(reads);
  const passes = new Map(PASSES.map((pass) => [instructionOf('SKILL', pass).trim(), pass]));
  const script: Script = (asked) => {
    const answer = byFiles.get(passes.get(asked.system.trim()) + filesIn(questionIn(asked.user)));
    if (answer === undefined) return { kind: 'status', status: 404 };
    return { kind: 'text', text: JSON.stringify({ ...answer, others: readQuestion(asked).others }) };
  };
  return startModelServer(script);
}
