import { toUrlValue } from '@assay/analysis/models/origins/origin';

export const hostOf = (url: string): string | undefined => {
  const host = toUrlValue(url)?.host;
  return host === undefined || host === '' ? undefined : host;
};

const INNER = /(?:^|\.)(?:localhost|local|internal|intranet|lan|corp|home|localdomain)$/;

/** This machine or an internal network. */
export const isInner = (host: string): boolean =>
  toUrlValue(`http://${host}/`)?.origin === 'loopback' || INNER.test(host) || !host.includes('.');
