import { hash } from 'node:crypto';
// A deep import: the package index would load every wire schema into each reviewing process.
import { canonicalize } from '@assay/protocol/canonical-json';
import type { Bundle, Finding, Report } from '../types/index.ts';

/** Uses the platform's hash instead of the protocol's own code, because whole bundles are hashed here. */
const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data);

export const digestOf = (value: unknown): string => sha256Hex(canonicalize(value));

/**
 * Digest of everything the verdict depends on: every file by path, kind and bytes, and the publisher's statements about
 * them.
 */
export function inputDigest(bundle: Bundle): string {
  const files = bundle.files
    .map((file) => ({
      path: file.path,
      kind: file.kind ?? 'file',
      target: file.target ?? '',
      sha256: sha256Hex(file.bytes),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const { productType, source } = bundle;
  const said = {
    manifest: bundle.manifest ?? null,
    declaredEndpoints: bundle.declaredEndpoints ?? null,
    openapi: bundle.openapi ?? null,
    mcpTools: bundle.mcpTools ?? null,
    productType,
    source: { url: source.url, ref: source.ref, entry: source.entry ?? null },
  };
  return digestOf({ files, said: digestOf(said) });
}

const FINGERPRINT_HEX = 32;

/** Stays the same when lines move, changes with the payload. */
export const fingerprintOf = (ruleId: string, path: string, matched: string, ordinal: number): string =>
  sha256Hex([ruleId, path, matched, String(ordinal)].join('\0')).slice(0, FINGERPRINT_HEX);

export type Observed = {
  readonly sandbox: unknown;
  readonly probe: unknown;
  readonly reviewer: unknown;
  readonly compilers: unknown;
};

/** The same input, ruleset, engine and observations give the same hash on every machine and day. */
export function verdictHashOf(report: Omit<Report, 'verdictHash'>, observed: Observed): string {
  const { input, engine, ruleset, plugins, reviewResult, securityLevel } = report;
  const observationDigests = {
    sandbox: digestOf(observed.sandbox),
    probe: digestOf(observed.probe),
    reviewer: digestOf(observed.reviewer),
    compilers: digestOf(observed.compilers),
  };
  return digestOf({
    v: 2,
    input,
    engine,
    ruleset,
    plugins,
    observationDigests,
    reviewResult,
    securityLevel,
    sandbox: report.sandbox.riskLevel,
    endpointStatus: report.endpointStatus ?? null,
    findings: report.findings.map(({ fingerprint, severity, confidence }: Finding) => [
      fingerprint,
      severity,
      confidence,
    ]),
  });
}
