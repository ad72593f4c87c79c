import type { ExternalCall, Manifest, ManifestInput } from '@assay/protocol';
import { MANIFEST_LIMITS } from '@assay/protocol/limits';
import { toCapability } from '../report/declared.ts';

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Completes a submitted manifest: words of the vocabulary, every member, no duplicates. Cannot fail. */
export function toManifest(input: ManifestInput): Manifest {
  const calls = input.externalCalls ?? [];
  const capabilities = unique((input.capabilities ?? []).map(toCapability));
  const externalCalls = unique(calls.map((call) => (typeof call === 'string' ? call : call.url)));
  return {
    capabilities,
    externalCalls,
    externalCallDetails: detailsOf(input),
    safety: { ...impliedSafety(capabilities, externalCalls), ...withoutUndefined(input.safety ?? {}) },
    declaredEndpoints: unique(input.declaredEndpoints ?? []),
    secrets: unique(input.secrets ?? []),
    tools: unique(input.tools ?? []),
  };
}

function detailsOf({ externalCalls = [], externalCallDetails = [] }: ManifestInput): ExternalCall[] {
  const given = externalCalls.filter((call) => typeof call !== 'string');
  const all = [...given, ...externalCallDetails].map(({ url, method = null, auth = null, reason = null }) => ({
    url,
    method,
    auth,
    reason,
  }));
  const byCall = new Map(all.map((detail) => [`${detail.method} ${detail.url}`, detail]));
  return [...byCall.values()].slice(0, MANIFEST_LIMITS.externalCallsMax);
}

/** The minimum that the rest of a manifest implies. */
export function impliedSafety(capabilities: readonly string[], externalCalls: readonly string[]): Manifest['safety'] {
  const has = (...names: readonly string[]): boolean => names.some((name) => capabilities.includes(name));
  const usesNetwork = externalCalls.length > 0 || has('net.http', 'net.raw', 'net.listen');
  return {
    network: usesNetwork ? 'DECLARED' : 'NONE',
    filesystem: has('fs.write', 'fs.delete') ? 'WRITE' : has('fs.read') ? 'READ' : 'NONE',
  };
}

const withoutUndefined = ({
  network,
  filesystem,
}: NonNullable<ManifestInput['safety']>): Partial<Manifest['safety']> => ({
  ...(network === undefined ? {} : { network }),
  ...(filesystem === undefined ? {} : { filesystem }),
});
