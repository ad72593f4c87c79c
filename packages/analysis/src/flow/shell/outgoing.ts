import { isMetadataHost } from '../../models/origins/origin.ts';
import type { SinkValue, UrlValue } from '../../types/index.ts';
import { type Taint, taintAt, tainted, type Value } from '../value.ts';

/** The response of a URL. A cloud metadata service responds with the keys of the machine. */
export function fetchedValue(url: UrlValue, at: Taint['at']): Value {
  return tainted([taintAt(isMetadataHost(url.host) ? 'metadata-service' : 'network-input', url.url, at, url)]);
}

export const networkSink = (program: string, destination: UrlValue | null): SinkValue => ({
  class: 'network',
  label: program,
  destination,
});

/** The taints that matter when a value is sent. Data from the network may return to the network. */
export const leaving = (value: Value): readonly Taint[] =>
  value.taints.filter((taint) => taint.class !== 'network-input');
