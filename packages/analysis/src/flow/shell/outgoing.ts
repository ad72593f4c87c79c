import { isMetadataHost } from '../../models/origins/origin.ts';
import type { SinkValue, UrlValue } from '../../types/index.ts';
import { type Taint, tainted, type Value } from '../value.ts';

/** What an address answers; of a cloud's own service it is the keys of the machine. */
export function fetchedValue(url: UrlValue, at: Taint['at']): Value {
  return tainted([
    {
      class: isMetadataHost(url.host) ? 'metadata-service' : 'network-input',
      label: url.url,
      at,
      isEncoded: false,
      url,
    },
  ]);
}

export const networkSink = (program: string, destination: UrlValue | null): SinkValue => ({
  class: 'network',
  label: program,
  destination,
});

/** What of a value would leave: what came from the net may go back there. */
export const leaving = (value: Value): readonly Taint[] =>
  value.taints.filter((taint) => taint.class !== 'network-input');
