import { hash } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import { type PluginTest, type PluginTestRequest, Problem, toFinding } from '@assay/protocol';
import type { z } from 'zod';

type Deps = { readonly audit: Pick<AuditPool, 'audit' | 'checkPack'>; readonly clock: { now(): Date } };

/** Runs a pack on its own samples and on files that its author sends. Nothing is stored. */
export function createTrials({ audit, clock }: Deps) {
  return async function test({
    content,
    sample,
  }: z.output<typeof PluginTestRequest>): Promise<z.input<typeof PluginTest>> {
    const startedAt = clock.now().getTime();
    const { ok, rules, issues } = await audit.checkPack(content);
    const findings = ok && sample !== undefined ? await findFindings(content, sample.files) : [];
    const elapsedMs = Math.max(0, clock.now().getTime() - startedAt);
    return { ok, rules: [...rules], issues: [...issues], findings, elapsedMs };
  };

  async function findFindings(
    content: string,
    given: NonNullable<z.output<typeof PluginTestRequest>['sample']>['files'],
  ) {
    const files = given.map((file) => ({ path: file.path, bytes: bytesOf(file) }));
    const entry = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path))?.path ?? files[0]?.path;
    if (entry === undefined) throw new Problem('plugin_invalid', { reason: 'the sample has no files' });
    const pack = { id: 'tested', digest: hash('sha256', content), text: content };
    // Uses the same long time limit as the check of the samples: a busy machine is not a defect of the pack.
    const { packs } = await audit.audit(
      { productType: 'SKILL', files, source: { url: '', ref: '', entry } },
      { isSandboxed: false, isFree: true, isPatient: true, plugins: [pack] },
    );
    return packs.flatMap((run) => run.findings.map((finding) => toFinding(finding, 'sandbox')));
  }
}
export type Trials = ReturnType<typeof createTrials>;

const bytesOf = (file: {
  readonly content?: string | undefined;
  readonly contentBase64?: string | undefined;
}): Uint8Array =>
  file.content === undefined ? Buffer.from(file.contentBase64 ?? '', 'base64') : new TextEncoder().encode(file.content);
