import type { Bundle, Report } from '@assay/audit';
import { AssayError, type LocalFile } from '@assay/client';
import type { CallInput } from '@assay/client/api';
import { isApiPath } from '../apis/find-apis.ts';
import { pluginEntry } from '../install/plugin.ts';
import { count } from '../render/lines.ts';
import type { Service } from '../service/connect.ts';
import type { Terminal } from '../terminal.ts';

export type Submission = {
  readonly body: object;
  /** The files to send, when they are on this machine. */
  readonly files: readonly LocalFile[] | undefined;
};
type PreparedSubmission = Submission & { readonly productType: Bundle['productType'] };

/** The engine's result before the payment. The council's verdict may differ. */
export type SubmissionPreview = { readonly lines: readonly string[]; readonly wouldReject: boolean };

const FINDINGS_SHOWN_MAX = 5;

/** Uses the engine of this machine for local files, else the preview of the service. */
export async function previewSubmission(
  { body, files, productType }: PreparedSubmission,
  service: Service,
  { openEngine }: Pick<Terminal, 'openEngine'>,
): Promise<SubmissionPreview> {
  if (files === undefined) return preview(body, service);
  const engine = await openEngine({ size: 1, isSandboxed: false });
  try {
    const { report } = await engine.review(toBundle(files, productType));
    return toLook(report);
  } catch (error) {
    return toNoPreview(error instanceof Error ? error.message : String(error));
  } finally {
    engine.close();
  }
}

function toBundle(files: readonly LocalFile[], productType: Bundle['productType']): Bundle {
  const paths = files.map(({ path }) => path);
  const entry = productType === 'API' ? paths.find(isApiPath) : pluginEntry(paths);
  return { productType, files, source: { url: 'local:', ref: '', ...(entry && { entry }) } };
}

function toLook({ reviewResult, securityLevel, findings, blocking }: Report): SubmissionPreview {
  const why = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  const worst = findings.filter(({ fingerprint }) => why.has(fingerprint));
  return {
    lines: [
      `local pre-check: ${reviewResult}, risk level ${securityLevel}, ${count(findings.length, 'finding')}${reviewResult === 'UNDECIDED' ? '; human review is needed' : ''}`,
      ...worst
        .slice(0, FINDINGS_SHOWN_MAX)
        .map(({ severity, title, file, range }) => `  ${severity} ${title}, ${file}:${range.startLine}`),
    ],
    wouldReject: reviewResult === 'UNSAFE',
  };
}

async function preview(body: object, { api }: Service): Promise<SubmissionPreview> {
  try {
    const { ok, preview: seen } = await api.call('validateSubmission', {
      body: body as CallInput<'validateSubmission'>['body'],
    });
    const grave = seen.findings.filter(({ severity }) => severity === 'CRITICAL');
    return {
      lines: [
        `pre-check by the service: risk level ${seen.riskLevel}, ${count(seen.findings.length, 'finding')}`,
        ...grave
          .slice(0, FINDINGS_SHOWN_MAX)
          .map(({ severity, title, path }) => `  ${severity} ${title}, ${path ?? 'the whole bundle'}`),
      ],
      wouldReject: !ok || grave.length > 0,
    };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return toNoPreview(error.message, '; submit a local checkout of the repository to get one');
  }
}

const toNoPreview = (why: string, advice = ''): SubmissionPreview => ({
  lines: [`no pre-check (${why})${advice}`],
  wouldReject: false,
});
