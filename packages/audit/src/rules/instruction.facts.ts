import {
  isRecognisedOrigin,
  isShadyOrigin,
  registrableDomain,
  toUrlValue,
} from '@assay/analysis/models/origins/origin';
import type { BundleAbout, FactOf, Facts, Named, UrlValue, Verb } from '@assay/analysis/types';

/** For rules on sentences: this file selects them by structure and by their addresses. */
export type Instruction = FactOf<'instruction'>;

export const asks = ({ value }: Instruction, ...verbs: readonly Verb[]): boolean =>
  verbs.some((verb) => value.asks.includes(verb));

export const names = ({ value }: Instruction, ...things: readonly Named[]): boolean =>
  things.every((thing) => value.names.includes(thing));

/** Orders of a bundle, without descriptions and prohibitions. */
export const orders = (facts: Facts): Instruction[] => facts.of('instruction').filter(({ value }) => value.isOrder);

/** The addresses in a sentence that are hosts. */
const urlsOf = ({ value }: Instruction): UrlValue[] =>
  value.addresses.flatMap((text) => {
    const url = toUrlValue(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    return url?.host.includes('.') === true ? [url] : [];
  });

/** An external place: not the product's own, not local, not a recognised index or documentation site. */
export function isForeignUrl(url: UrlValue, about: BundleAbout): boolean {
  if (isShadyOrigin(url.origin)) return true;
  if (url.owner !== null && url.owner === about.sourceOwner.toLowerCase()) return false;
  return !isRecognisedOrigin(url.origin) && !sharesBrand(url.host, about);
}

export const foreignUrls = (fact: Instruction, about: BundleAbout): UrlValue[] =>
  urlsOf(fact).filter((url) => isForeignUrl(url, about));

/** Characters from one sentence to the next of the same text; infinite across texts. */
export function distance(a: Instruction, b: Instruction): number {
  if (a.span.view !== b.span.view) return Number.POSITIVE_INFINITY;
  return Math.max(0, b.span.start - a.span.end, a.span.start - b.span.end);
}

/** Hosting domains with the customer's name as the first label. */
const TENANTS: ReadonlySet<string> = new Set([
  'fly.dev',
  'vercel.app',
  'netlify.app',
  'github.io',
  'pages.dev',
  'workers.dev',
  'web.app',
  'onrender.com',
  'supabase.co',
  'herokuapp.com',
  'azurewebsites.net',
  'railway.app',
  'deno.dev',
  'hf.space',
]);
const GENERIC =
  /^(?:api|www|app|docs?|cloud|data|dev|get|com|org|net|io|test|example|invalid|skill|tool|agent|the|and|for|with|code|file|files|notes|web|http|https)$/;

/** Declared, or named like the product or its owner. */
export function sharesBrand(host: string, about: BundleAbout): boolean {
  if (about.declaredHosts.has(host)) return true;
  const domain = registrableDomain(host);
  const label = (TENANTS.has(domain) ? host : domain).split('.')[0] ?? '';
  return (
    label.length > 2 &&
    !GENERIC.test(label) &&
    [...about.brandTokens].some(
      (token) =>
        token.length > 2 &&
        (label === token || (token.length > 4 && (label.includes(token) || label.replaceAll('-', '') === token))),
    )
  );
}
