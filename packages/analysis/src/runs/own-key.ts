import { hostOf } from './merge.ts';
import type { Observation } from './observation.ts';

/** Words in a variable name that do not identify the issuer. */
const GENERIC = new Set(
  'access account api app auth base bearer bot client credential credentials dev id key my password passwd personal private prod public secret service test token url user webhook'.split(
    ' ',
  ),
);

/**
 * A single named credential in an authorization header, sent to a host that is declared or shares a brand with the
 * variable: ordinary use of an API with an own key. In a body, in a query or in bulk it is not.
 */
export function isOwnKeyUse(observation: Observation, declaredHosts: ReadonlySet<string>): boolean {
  const { kind, target, data } = observation;
  const host = hostOf(target);
  if (kind !== 'net' || host === undefined || !data.includes('auth')) return false;
  const canaries = data.filter((tag) => tag.startsWith('canary:'));
  const variables = data.filter((tag) => tag.startsWith('env:')).map((tag) => tag.slice('env:'.length));
  const [variable] = variables;
  if (variable === undefined || variables.length !== 1 || canaries.some((tag) => tag !== 'canary:env-token'))
    return false;
  return declaredHosts.has(host) || sharesBrand(variable, host);
}

/** The words of a name that identify the issuer. */
export const brandsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 3 && !GENERIC.has(word));

function sharesBrand(variable: string, host: string): boolean {
  const labels = host.split('.').slice(0, -1); // the top-level domain is not a brand
  return brandsOf(variable).some((brand) =>
    labels.some((label) => label === brand || label.split('-').includes(brand)),
  );
}
