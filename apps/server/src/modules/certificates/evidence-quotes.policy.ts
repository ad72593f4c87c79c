import type { Evidence } from '@assay/protocol';

type SealedFile = { readonly path: string; readonly bytes: Uint8Array };

const PLACE = /^(?<path>.+):(?<line>[1-9]\d{0,8})$/;
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Evidence that quotes the sealed files, so that the quote can be checked. */
export const isQuote = ({ kind }: Evidence): boolean => kind === 'FILE_LINE' || kind === 'TEXT';

/** Whether the sealed bytes contain every quote: at the named line, or anywhere if it names none. Ignores whitespace differences. */
export const areQuotesVerbatim = (evidence: readonly Evidence[], files: readonly SealedFile[]): boolean =>
  evidence
    .filter(isQuote)
    .every((piece) => (piece.kind === 'TEXT' ? isSomewhere(piece, files) : isAtPlace(piece, files)));

function isAtPlace({ value, path, line }: Evidence, files: readonly SealedFile[]): boolean {
  const named = path === undefined ? PLACE.exec(value)?.groups : undefined;
  const lines = linesOf(files.find((file) => file.path === (path ?? named?.path)));
  const at = line ?? (named === undefined ? undefined : Number(named.line));
  if (named !== undefined) return at !== undefined && at <= lines.length;
  const quote = squeezed(value);
  if (quote === '') return false;
  // A quote can span several lines and begin in the middle of its first line.
  const from = at === undefined ? lines : lines.slice(at - 1);
  const text = squeezed(from.join('\n'));
  const begins = text.indexOf(quote);
  return at === undefined ? begins >= 0 : begins >= 0 && begins <= squeezed(lines[at - 1] ?? '').length;
}

const isSomewhere = ({ value, path }: Evidence, files: readonly SealedFile[]): boolean => {
  const quote = squeezed(value);
  const named = path === undefined ? files : files.filter((file) => file.path === path);
  return quote !== '' && named.some((file) => squeezed(linesOf(file).join('\n')).includes(quote));
};

function linesOf(file: SealedFile | undefined): string[] {
  if (file === undefined) return [];
  const lines = Buffer.from(file.bytes).toString('utf8').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
