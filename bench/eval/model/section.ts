import { show } from '../measure/proportion.ts';
import { table } from '../output/tables.ts';
import type { ReadSample } from './answers.ts';
import type { PassRow, ReaderFigures, ReaderRow } from './figures.ts';
import type { PublishedRow } from './pack.ts';

const rowCells = (row: ReaderRow): string[] => [
  row.name,
  show(row.hostileRefused),
  show(row.harmlessRefused),
  show(row.hostileByEngine),
  show(row.harmlessByEngine),
];

const ROW_HEAD = [
  '',
  'hostile refused by readers',
  'harmless refused by readers',
  'hostile blocked by the engine',
  'harmless blocked by the engine',
];

const passCells = (row: PassRow): string[] => [
  row.name,
  show(row.hostileRefused),
  show(row.harmlessRefused),
  show(row.abstained),
  row.abstentions,
];

/** Published skills, for which only verdicts are stored. */
export function toPublishedSection(rows: readonly PublishedRow[]): string {
  if (rows.length === 0) return 'Skills that others published: not recorded.';
  const cells = rows.map((row) => [row.name, show(row.hostileRefused), show(row.harmlessRefused)]);
  return `Skills that others published, read once; only verdicts are kept, so they are counted as answered:\n\n${table(['', 'hostile refused', 'harmless refused'], cells)}`;
}

/** The section of the accuracy page. It names samples and lines, never the words of published skills. */
export function toReaderSection(figures: ReaderFigures, date: string): string {
  const { samples, notRecorded, bySuite, byChannel, byPass, early, injections, quotesDropped } = figures;
  return [
    `Printed on ${date} from recorded answers, which went through a local endpoint and every check of the product: ${samples} samples, ${notRecorded} more without a complete recording; ${quotesDropped} quotes could not be found. Refused means: two of three passes refuse on overlapping words. Whose answers these are, and when and how they were recorded: [eval/recorded/README.md](eval/recorded/README.md).`,
    table(ROW_HEAD, bySuite.map(rowCells)),
    table(ROW_HEAD, byChannel.map(rowCells)),
    table(['', 'hostile refused', 'harmless refused', 'abstained', 'why'], byPass.map(passCells)),
    `Of samples with three recorded passes, two passes decide ${show(early.decided)}, which saves the third request. Three passes decide otherwise in ${show(early.changed)} of these.`,
    `Documents that try to influence the reader: verdict changed in ${show(injections.changed)}, noticed in ${show(injections.noticed)}.`,
    list('Hostile and not refused', figures.missed),
    list('Harmless and refused', figures.alarms),
  ].join('\n\n');
}

function list(title: string, reads: readonly ReadSample[]): string {
  if (reads.length === 0) return `${title}: none.`;
  const rows = reads.map(({ sample, readings }) => [
    sample.id,
    sample.category,
    readings.map(({ outcome, abstention }) => abstention ?? outcome).join(', '),
    placesOf(readings),
  ]);
  return `${title}:\n\n${table(['sample', 'category', 'passes', 'places'], rows)}`;
}

function placesOf(readings: ReadSample['readings']): string {
  const places = readings.flatMap(({ findings }) =>
    findings.filter(({ isReason }) => isReason).map(({ file, startLine }) => `${file}:${startLine}`),
  );
  return [...new Set(places)].slice(0, 4).join(', ');
}
