/** The API key of this page, for everything below: never stored, gone with the page. */
import { createContext, useContext, useMemo } from 'react';
import { ask } from './api.ts';

export type Holder = {
  readonly apiKey: string;
  /** Known when the wallet was linked in this page. */
  readonly actorId: string | undefined;
};

export const HolderContext = createContext<Holder>({ apiKey: '', actorId: undefined });
export const useHolder = (): Holder => useContext(HolderContext);

/** `ask` with the key in hand. */
export function useKeyed(): typeof ask {
  const { apiKey } = useHolder();
  return useMemo<typeof ask>(() => (name, call, options) => ask(name, call, { ...options, key: apiKey }), [apiKey]);
}
