import {
  canonicalBytes,
  type FieldError,
  type Finding,
  FindingId,
  type ReportedFinding,
  sha256Hex,
} from '@assay/protocol';

/** A file of the bundle, as far as a quotation can be held against it. */
export type QuotedFile = { readonly path: string; readonly bytes: Uint8Array };

const FINGERPRINT_HEX = 32;
const utf8 = new TextDecoder();

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What is wrong with findings that somebody else reports: every place must exist, every quotation must be found there. */
export function checkReported(findings: readonly ReportedFinding[], files: readonly QuotedFile[]): FieldError[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return findings.flatMap((finding, index) => {
    const detail = findFault(finding, byPath);
    return detail === undefined ? [] : [{ pointer: `/findings/${index}`, detail }];
  });
}

function findFault(finding: ReportedFinding, files: ReadonlyMap<string, QuotedFile>): string | undefined {
  const { path, startLine, endLine, snippet, reproduced } = finding;
  if (JSON.stringify(finding).includes('\\u0000')) return 'must not contain U+0000';
  if (reproduced) return 'only the sandbox of the service can say that a finding was reproduced';
  if (path === null) return startLine === null && endLine === null ? undefined : 'lines need a path';
  const file = files.get(path);
  if (file === undefined) return `the bundle has no file ${path}`;
  const text = utf8.decode(file.bytes);
  const lines = text.split('\n');
  const [first, last] = [startLine ?? 1, endLine ?? startLine ?? lines.length];
  if (first > last || last > lines.length) return `${path} has no lines ${first} to ${last}`;
  const quoted = lines.slice(first - 1, last).join('\n');
  return snippet === null || folded(quoted).includes(folded(snippet)) ? undefined : 'the snippet is not at this place';
}

/** A finding as it is kept: named by its content, so that the same observation of the same seat has the same id. */
export function toKeptFindings(findings: readonly ReportedFinding[], validatorId: string): Finding[] {
  return findings.map((finding, index) => {
    const { ruleId, path, startLine, message } = finding;
    const content = canonicalBytes({ ruleId, path, startLine, message, index, validatorId });
    return { id: FindingId.parse(sha256Hex(content).slice(0, FINGERPRINT_HEX)), ...finding, reportedBy: validatorId };
  });
}
