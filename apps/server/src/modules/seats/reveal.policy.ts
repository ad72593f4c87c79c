import {
  canonicalBytes,
  type FieldError,
  type Finding,
  FindingId,
  type ReportedFinding,
  sha256Hex,
} from '@assay/protocol';

/** The parts of a file that quotations are checked against. */
type QuotedFile = { readonly path: string; readonly bytes: Uint8Array };

const FINGERPRINT_HEX = 32;
const utf8 = new TextDecoder();

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Characters searched for a quotation at most. Quotations name their place, so this suffices. */
const QUOTED_CHARS_MAX = 20_000;

type LinesOf = (path: string) => readonly string[] | undefined;

/** Errors of remote findings: every place must exist and contain its quotation. */
export function checkReported(findings: readonly ReportedFinding[], files: readonly QuotedFile[]): FieldError[] {
  const linesOf = createLineReader(files);
  return findings.flatMap((finding, index) => {
    const detail = findFault(finding, linesOf);
    return detail === undefined ? [] : [{ pointer: `/findings/${index}`, detail }];
  });
}

/** Splits each file into lines once, however many findings name it. */
function createLineReader(files: readonly QuotedFile[]): LinesOf {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const read = new Map<string, readonly string[]>();
  return (path) => {
    const file = byPath.get(path);
    const known = read.get(path);
    if (known !== undefined || file === undefined) return known;
    const lines = utf8.decode(file.bytes).split('\n');
    read.set(path, lines);
    return lines;
  };
}

function findFault(finding: ReportedFinding, linesOf: LinesOf): string | undefined {
  const { path, startLine, endLine, snippet, reproduced } = finding;
  if (JSON.stringify(finding).includes('\\u0000')) return 'must not contain U+0000';
  if (reproduced) return 'only the sandbox of the service can say that a finding was reproduced';
  if (path === null) return startLine === null && endLine === null ? undefined : 'lines need a path';
  const lines = linesOf(path);
  if (lines === undefined) return `the bundle has no file ${path}`;
  const [first, last] = [startLine ?? 1, endLine ?? startLine ?? lines.length];
  if (first > last || last > lines.length) return `${path} has no lines ${first} to ${last}`;
  if (snippet === null) return undefined;
  const quoted = lines.slice(first - 1, last).join('\n');
  if (quoted.length > QUOTED_CHARS_MAX) return `the snippet needs lines of at most ${QUOTED_CHARS_MAX} characters`;
  return folded(quoted).includes(folded(snippet)) ? undefined : 'the snippet is not at this place';
}

/** The stored form of findings. Ids derive from the content, so that the same observation of the same seat has the same id. */
export function toKeptFindings(findings: readonly ReportedFinding[], validatorId: string): Finding[] {
  return findings.map((finding, index) => {
    const { ruleId, path, startLine, message } = finding;
    const content = canonicalBytes({ ruleId, path, startLine, message, index, validatorId });
    return { id: FindingId.parse(sha256Hex(content).slice(0, FINGERPRINT_HEX)), ...finding, reportedBy: validatorId };
  });
}
