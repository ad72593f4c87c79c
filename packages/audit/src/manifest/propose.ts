import { rangeOf } from '@assay/analysis/bundle/decode/view';
import { evidenceOf } from '@assay/analysis/result/evidence';
import type { Capability, Facts, Span } from '@assay/analysis/types';
import type { ExternalCall, Manifest } from '@assay/protocol';
import { MANIFEST_LIMITS } from '@assay/protocol/limits';
import { isLive } from '../report/declared.ts';
import { listExternalCalls, type ObservedCall } from './external-calls.ts';

/** The place in the bundle that an entry of a manifest comes from. */
export type ManifestEvidence = {
  readonly pointer: string;
  readonly path: string;
  readonly line: number;
  readonly reason: string;
};

export type ProposedManifest = { readonly manifest: Manifest; readonly evidence: readonly ManifestEvidence[] };

type Safety = Manifest['safety'];
type Seen<T> = { readonly value: T; readonly at: Span; readonly reason: string };

const NAME_MAX = 128;
const REASON_MAX = 240;

/** Builds the manifest that matches the facts. Each entry has the first place with evidence. */
export function proposeManifest(facts: Facts): ProposedManifest {
  const calls = listExternalCalls(facts);
  const known = calls.filter(({ url }) => url !== null);
  const capabilities = capabilitiesOf(facts);
  const urls = firsts(known.map((call) => ({ value: call.url ?? '', at: call.at, reason: `called by ${call.by}` })));
  const details = firsts(known.map(toDetail), ({ url, method }) => `${url} ${method}`);
  const endpoints = firsts(urls.map((one) => ({ ...one, value: new URL(one.value).origin })));
  const secrets = firsts(secretsOf(facts));
  const tools = firsts(toolsOf(facts));
  const network = networkOf(calls, capabilities);
  const filesystem = filesystemOf(capabilities);
  const lists = {
    capabilities: capabilities.slice(0, MANIFEST_LIMITS.capabilitiesMax),
    externalCalls: urls.slice(0, MANIFEST_LIMITS.externalCallsMax),
    externalCallDetails: details.slice(0, MANIFEST_LIMITS.externalCallsMax),
    declaredEndpoints: endpoints.slice(0, MANIFEST_LIMITS.endpointsMax),
    secrets: secrets.slice(0, MANIFEST_LIMITS.secretsMax),
    tools: tools.slice(0, MANIFEST_LIMITS.toolsMax),
  };
  return {
    manifest: {
      capabilities: valuesOf(lists.capabilities),
      externalCalls: valuesOf(lists.externalCalls),
      externalCallDetails: valuesOf(lists.externalCallDetails),
      safety: { network: network?.value ?? 'NONE', filesystem: filesystem?.value ?? 'NONE' },
      declaredEndpoints: valuesOf(lists.declaredEndpoints),
      secrets: valuesOf(lists.secrets),
      tools: valuesOf(lists.tools),
    },
    evidence: [
      ...Object.entries(lists).flatMap(([member, seen]) =>
        seen.map((one: Seen<unknown>, index) => toEvidence(`/${member}/${index}`, one)),
      ),
      ...(network === undefined ? [] : [toEvidence('/safety/network', network)]),
      ...(filesystem === undefined ? [] : [toEvidence('/safety/filesystem', filesystem)]),
    ],
  };
}

const valuesOf = <T>(seen: readonly Seen<T>[]): T[] => seen.map(({ value }) => value);

/** Keeps each value once, at its first place and sorted by value: the same facts always give the same text. */
function firsts<T>(seen: readonly Seen<T>[], keyOf: (value: T) => string = String): Seen<T>[] {
  const byKey = new Map<string, Seen<T>>();
  for (const one of seen) if (!byKey.has(keyOf(one.value))) byKey.set(keyOf(one.value), one);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function toEvidence(pointer: string, { at, reason }: Seen<unknown>): ManifestEvidence {
  return { pointer, path: at.view.file, line: rangeOf(at).startLine, reason: reason.slice(0, REASON_MAX) };
}

const capabilitiesOf = (facts: Facts): Seen<Capability>[] =>
  firsts(
    facts
      .of('capability')
      .filter(({ context }) => isLive(context))
      .map(({ value, span }) => ({ value: value.name, at: span, reason: evidenceOf(span) })),
  );

function toDetail({ url, method, auth, by, at }: ObservedCall): Seen<ExternalCall> {
  const place = `${by} in ${at.view.file}`;
  return {
    value: { url: url ?? '', method, auth: auth?.slice(0, 64) ?? null, reason: place.slice(0, 500) },
    at,
    reason: place,
  };
}

const secretsOf = (facts: Facts): Seen<string>[] =>
  facts
    .of('env')
    .filter(({ value, context }) => value.isSecret && isLive(context) && value.name.length <= NAME_MAX)
    .map(({ value, span }) => ({ value: value.name, at: span, reason: `reads ${value.name} from the environment` }));

const toolsOf = (facts: Facts): Seen<string>[] =>
  facts
    .of('grant')
    .filter(({ value }) => value.tool !== '' && value.tool.length <= NAME_MAX)
    .map(({ value, span }) => ({ value: value.tool, at: span, reason: `granted by ${value.scope}` }));

const find = (capabilities: readonly Seen<Capability>[], ...names: Capability[]) =>
  capabilities.find(({ value }) => names.includes(value));

/** A raw connection, or an address known only at run time, cannot be listed. */
function networkOf(
  calls: readonly ObservedCall[],
  capabilities: readonly Seen<Capability>[],
): Seen<Safety['network']> | undefined {
  const open = calls.find(({ url }) => url === null);
  if (open !== undefined) return { value: 'ANY', at: open.at, reason: `${open.by} gets its address at run time` };
  const raw = find(capabilities, 'net.raw');
  if (raw !== undefined) return { ...raw, value: 'ANY' };
  const listed = find(capabilities, 'net.http', 'net.listen');
  return listed && { ...listed, value: 'DECLARED' };
}

function filesystemOf(capabilities: readonly Seen<Capability>[]): Seen<Safety['filesystem']> | undefined {
  const writes = find(capabilities, 'fs.write', 'fs.delete');
  if (writes !== undefined) return { ...writes, value: 'WRITE' };
  const reads = find(capabilities, 'fs.read');
  return reads && { ...reads, value: 'READ' };
}
