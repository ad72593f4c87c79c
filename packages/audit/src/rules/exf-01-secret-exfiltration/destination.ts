import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { Flow } from '../flow.facts.ts';

/** A host with a name, however it is spoken to; no page to paste to, no bare address, nothing in disguise. */
export const isNamedService = ({ sink, isEncoded }: Flow['value']): boolean =>
  sink.destination !== null && !isShadyOrigin(sink.destination.origin) && !isEncoded && sink.class !== 'dns';

/** The same over a line that nobody listens in on. */
export const isPlainService = ({ sink, isEncoded }: Flow['value']): boolean =>
  sink.destination !== null &&
  (sink.destination.scheme === 'https' || sink.destination.scheme === 'wss') &&
  !isShadyOrigin(sink.destination.origin) &&
  !isEncoded;

/** An address out of the user's own settings, or the repository that the user's work goes to anyway. */
export const isUsersOwn = ({ sink, isEncoded }: Flow['value']): boolean =>
  (sink.destination === null || sink.destination.host === '') &&
  (!isEncoded || sink.label === 'git push') &&
  sink.class !== 'dns';

export const isOwnRepository = (value: Flow['value']): boolean => value.sink.label === 'git push' && isUsersOwn(value);
