/** APIs and tools read by models: accuracy of the engine, the readers and both together. */
import type { Report } from '@assay/audit';
import { rulesOfApi } from '../apis/categories.data.ts';
import { isRightFinding } from '../measure/product-suite.ts';
import { show, toProportion } from '../measure/proportion.ts';
import { table } from '../output/tables.ts';
import { rulesOfTool } from '../tools/categories.data.ts';
import type { ReadSample, ReadSuites } from './answers.ts';

const READ_RULES: ReadonlySet<string> = new Set(['MOD-01', 'MOD-02', 'MOD-03']);

const isBad = ({ sample }: ReadSample): boolean => sample.label === 'malicious';
const isBlocked = ({ reviewResult }: Report): boolean => reviewResult === 'UNSAFE' || reviewResult === 'UNDECIDED';
const isRefusedByReaders = ({ report }: ReadSample): boolean =>
  report.blocking.some(({ reason }) => reason === 'model-refusal');

/** The engine warns by a rule that answers for what the author calls the fault. */
function isCaughtByEngine({ sample: { category, load }, engine }: ReadSample): boolean {
  const rules = load().productType === 'API' ? rulesOfApi(category) : rulesOfTool(category);
  return engine.findings.some((finding) => isRightFinding(finding, rules));
}

/** Two passes refuse, or remark on the same place, so that whoever reads the report is warned. */
const isNamedByReaders = ({ report }: ReadSample): boolean =>
  report.findings.some(({ ruleId, severity }) => READ_RULES.has(ruleId) && severity !== 'LOW' && severity !== 'INFO');

type Test = (read: ReadSample) => boolean;
type Row = readonly [name: string, refuses: Test, warns: Test, counts?: Test];

const either =
  (...tests: readonly Test[]): Test =>
  (read) =>
    tests.some((test) => test(read));

/** What the engine blocks by itself was shown to nobody. */
const wasRead: Test = ({ readings }) => readings.length > 0;
const engineRefuses: Test = ({ engine }) => isBlocked(engine);
const ROWS: readonly Row[] = [
  ['engine alone', engineRefuses, isCaughtByEngine],
  ['readers alone', isRefusedByReaders, either(isRefusedByReaders, isNamedByReaders), wasRead],
  [
    'council together',
    either(engineRefuses, isRefusedByReaders),
    either(isCaughtByEngine, isRefusedByReaders, isNamedByReaders),
  ],
];

const HEAD = ['', 'faulty or hostile refused', 'faulty or hostile named', 'quiet refused'];

const share = (reads: readonly ReadSample[], test: Test): string =>
  show(toProportion(reads.filter(test).length, reads.length));

const PRODUCTS_HEADING = '## APIs and tools, read by models';

/** Three figures for each suite, as the accuracy page has them. */
export function toProductSection({ reads, notRecorded }: ReadSuites): string {
  const sections = [...Map.groupBy(reads, ({ sample }) => sample.suite)].flatMap(([suite, members]) => {
    const rows = ROWS.map(([name, refuses, warns, counts = () => true]) => {
      const [bad, quiet] = [members.filter(isBad), members.filter((read) => !isBad(read))].map((some) =>
        some.filter(counts),
      );
      return [name, share(bad ?? [], refuses), share(bad ?? [], warns), share(quiet ?? [], refuses)];
    });
    return [`### ${suite}.jsonl`, '', table(HEAD, rows), ''];
  });
  return [
    PRODUCTS_HEADING,
    '',
    ...sections,
    'Refused: the engine blocks, or two of three passes refuse on overlapping words that were found. Named: a finding of MEDIUM or above, by',
    `a rule for the fault that the author names, or by two passes at the same place. ${reads.length} documents, ${reads.filter(wasRead).length} of them read by models and`,
    `the rest blocked without; ${notRecorded.length} more without a complete recording.`,
  ].join('\n');
}
