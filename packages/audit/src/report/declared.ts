import { rangeOf } from '../decode/view.ts';
import {
  type BundleAbout,
  CAPABILITIES,
  type Capability,
  type Discourse,
  type Facts,
  type Location,
  type Report,
} from '../model.ts';
import { CAPABILITY_ALIASES } from '../ruleset/capabilities/aliases.data.ts';

export const isCapability = (name: string): name is Capability => CAPABILITIES.some((known) => known === name);

/** A free word of a manifest as vocabulary; unknown words stay as they are. */
export const toCapability = (word: string): string => {
  const folded = word.trim().toLowerCase();
  return isCapability(folded) ? folded : (CAPABILITY_ALIASES[folded.replace(/[\s_]+/g, '-')] ?? word);
};

const LOCATIONS_MAX = 10;
const LIVE: ReadonlySet<Discourse> = new Set(['directive', 'executable', 'hidden']);

/** Somebody does it or is told to; a sample, a mention or a warning is not an act. */
export const isLive = (context: Discourse): boolean => LIVE.has(context);

export function compareCapabilities(facts: Facts, about: BundleAbout): Report['capabilities'] {
  const declared = [...new Set((about.manifest?.capabilities ?? []).map(toCapability))].sort();
  const observed = new Map<string, Location[]>();
  for (const fact of facts.of('capability')) {
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

export function listEndpoints(facts: Facts, about: BundleAbout): Report['endpoints'] {
  const urls = facts.of('url').map(({ value }) => value);
  const hosts = [...new Set(urls.map(({ host }) => host).filter((host) => host !== ''))].sort();
  const declared = about.manifest?.declaredEndpoints ?? [];
  return {
    observedUrls: [...new Set(urls.filter(({ isDynamic }) => !isDynamic).map(({ url }) => url))].sort().slice(0, 500),
    observedHosts: hosts,
    declaredEndpoints: [...declared].sort(),
    undeclaredHosts: hosts.filter((host) => !about.declaredHosts.has(host)),
  };
}
