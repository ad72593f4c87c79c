import { rangeOf } from '@assay/analysis/bundle/decode/view';
import { CAPABILITY_ALIASES } from '@assay/analysis/models/capabilities/aliases.data';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { hostOf } from '@assay/analysis/runs/merge';
import type { Observation } from '@assay/analysis/runs/observation';
import {
  type BundleAbout,
  CAPABILITIES,
  type Capability,
  type Discourse,
  type Facts,
  type Location,
  type Report,
} from '@assay/analysis/types';

export const isCapability = (name: string): name is Capability => CAPABILITIES.some((known) => known === name);

/** Maps a free word of a manifest to the vocabulary. Unknown words are unchanged. */
export const toCapability = (word: string): string => {
  const folded = word.trim().toLowerCase();
  return isCapability(folded) ? folded : (CAPABILITY_ALIASES[folded.replace(/[\s_]+/g, '-')] ?? word);
};

const LOCATIONS_MAX = 10;
const LIVE: ReadonlySet<Discourse> = new Set(['directive', 'executable', 'hidden']);

/** Whether the context is an act or an instruction. A sample, a mention or a warning is not. */
export const isLive = (context: Discourse): boolean => LIVE.has(context);

export function compareCapabilities(
  facts: Facts,
  about: BundleAbout,
  /** Files that only describe. */
  described: ReadonlySet<string> = new Set(),
): Report['capabilities'] {
  const declared = [...new Set((about.manifest?.capabilities ?? []).map(toCapability))].sort();
  const observed = new Map<string, Location[]>();
  for (const fact of facts.of('capability')) {
    if (described.has(fact.file)) continue;
    const at = observed.get(fact.value.name) ?? [];
    if (at.length < LOCATIONS_MAX && isLive(fact.context)) at.push({ file: fact.file, range: rangeOf(fact.span) });
    if (at.length > 0) observed.set(fact.value.name, at);
  }
  const names = [...observed.keys()].sort();
  return {
    declared,
    observed: names.map((name) => ({ name, at: observed.get(name) ?? [] })),
    undeclared: about.manifest === null ? [] : names.filter((name) => !declared.includes(name)),
    unused: declared.filter((name) => !observed.has(name)),
  };
}

const URLS_MAX = 500;

/** Addresses in the text, and addresses that the code requested when it ran. */
export function listEndpoints(
  facts: Facts,
  about: BundleAbout,
  seen: readonly Observation[],
  /** Addresses from another reader. */
  more: readonly string[] = [],
): Report['endpoints'] {
  const urls = [...facts.of('url').map(({ value }) => value), ...more.flatMap((url) => toUrlValue(url) ?? [])];
  const requests = seen.filter(({ kind }) => kind === 'net').map(({ target }) => target);
  const called = requests.flatMap((target) => /https?:\/\/\S+/.exec(target) ?? []);
  const named = urls.filter(({ isDynamic }) => !isDynamic).map(({ url }) => url);
  const hosts = [...new Set([...urls.map(({ host }) => host), ...requests.map((target) => hostOf(target) ?? '')])]
    .filter((host) => host !== '')
    .sort();
  const declared = about.manifest?.declaredEndpoints ?? [];
  return {
    observedUrls: [...new Set([...named, ...called])].sort().slice(0, URLS_MAX),
    observedHosts: hosts,
    declaredEndpoints: [...declared].sort(),
    undeclaredHosts: hosts.filter((host) => !about.declaredHosts.has(host)),
  };
}
