/** The API key of this tab, for all components below. It survives a reload and is removed when the tab closes. */
import { createContext, useContext, useMemo } from 'react';
import { ask } from './api.ts';

export type Holder = {
  readonly apiKey: string;
  /** Known if the wallet was linked on this page. */
  readonly actorId: string | undefined;
};

export const HolderContext = createContext<Holder>({ apiKey: '', actorId: undefined });
export const useHolder = (): Holder => useContext(HolderContext);

/** `ask` with the tab's key, or with the session's cookie if there is none. */
export function useKeyed(): typeof ask {
  const { apiKey } = useHolder();
  return useMemo<typeof ask>(
    () => (name, call, options) => ask(name, call, { ...options, key: apiKey === '' ? undefined : apiKey }),
    [apiKey],
  );
}

const KEPT = 'assay:council-key';

/** The key that this tab had before a reload. */
export function readKeptHolder(): Holder | undefined {
  try {
    const { apiKey, actorId } = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Partial<Holder>;
    return typeof apiKey === 'string'
      ? { apiKey, actorId: typeof actorId === 'string' ? actorId : undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

export const keepHolder = ({ apiKey, actorId }: Holder): void =>
  sessionStorage.setItem(KEPT, JSON.stringify({ apiKey, actorId }));

export const forgetHolder = (): void => sessionStorage.removeItem(KEPT);
