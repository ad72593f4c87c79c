import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Proportion, toProportion } from '../eval/measure/proportion.ts';

/** One sample of the suites by independent authors as `npm run eval -- --model-answers … --write` judged it. */
export type MeasuredRow = {
  readonly channel: string;
  readonly isBad: boolean;
  readonly engineBlocks: boolean;
  /** The sandbox saw something critical happen. */
  readonly isReproduced: boolean;
  /** The engine's own report asks for a second panel. */
  readonly asksForSecond: boolean;
  /** What two of three passes of a reader come to, by its name. */
  readonly readers: Readonly<Record<string, 'REFUSE' | 'PASS' | 'UNREAD'>>;
};

const ROWS = fileURLToPath(new URL('./reader-results.jsonl', import.meta.url));

/** Words and code are as far as so many samples can be told apart; a bound of six samples would say nothing. */
export const kindOf = ({ channel }: Pick<MeasuredRow, 'channel'>): 'words' | 'code' =>
  channel === 'prose' || channel === 'injection' ? 'words' : 'code';

/** How a reader did, and the end of its 95 % interval that is worse for the council. */
export type ReaderBounds = {
  readonly name: string;
  readonly words: Proportion;
  readonly code: Proportion;
  readonly harmless: Proportion;
};

export type Measured = {
  readonly bad: readonly MeasuredRow[];
  readonly good: readonly MeasuredRow[];
  readonly readers: readonly ReaderBounds[];
};

export function readMeasured(): Measured {
  const rows = readFileSync(ROWS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MeasuredRow);
  const [bad, good] = [rows.filter(({ isBad }) => isBad), rows.filter(({ isBad }) => !isBad)];
  const names = [...new Set(rows.flatMap(({ readers }) => Object.keys(readers)))].toSorted();
  return { bad, good, readers: names.map((name) => toBounds(name, bad, good)) };
}

function toBounds(name: string, bad: readonly MeasuredRow[], good: readonly MeasuredRow[]): ReaderBounds {
  const refused = (rows: readonly MeasuredRow[]): Proportion => {
    const read = rows.filter(({ readers }) => readers[name] !== undefined);
    return toProportion(read.filter(({ readers }) => readers[name] === 'REFUSE').length, read.length);
  };
  return {
    name,
    words: refused(bad.filter((row) => kindOf(row) === 'words')),
    code: refused(bad.filter((row) => kindOf(row) === 'code')),
    harmless: refused(good),
  };
}
