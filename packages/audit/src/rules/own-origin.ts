import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { BundleAbout, UrlValue } from '@assay/analysis/types';

/** The address belongs to the publisher: same owner on a code host, or a declared host. */
export function isPublishersOwn(url: UrlValue, about: BundleAbout): boolean {
  if (url.owner !== null) return about.sourceOwner !== '' && url.owner === about.sourceOwner;
  return [...about.declaredHosts].some(
    (host) => host === url.host || registrableDomain(host) === registrableDomain(url.host),
  );
}
