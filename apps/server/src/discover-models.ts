/** `ASSAY_MODELS=auto`: finds the models of this machine. Loaded only for that setting. */
import type { DiscoverNeeds, FoundReader } from '@assay/reader/models';

type Env = Readonly<Record<string, string | undefined>>;

/** Replaces `auto` with the list of detected models. Calls no model. */
export async function resolveAutoModels(
  env: Env,
  isPublicService: boolean,
  fetch?: DiscoverNeeds['fetch'],
): Promise<Env> {
  if (env.ASSAY_MODELS?.trim() !== 'auto') return env;
  const { discoverReaders } = await import('@assay/reader/models');
  const needs = { findVariable: (name: string) => env[name], ...(fetch === undefined ? {} : { fetch }) };
  const found = (await discoverReaders(needs)).filter(({ isReady }) => isReady);
  const configs = chooseReaders(found, isPublicService).flatMap(({ config }) => config ?? []);
  return { ...env, ASSAY_MODELS: JSON.stringify(configs) };
}

/**
 * Prefers API keys and the first model of each local server. An agent command line uses a person's own login, so it is
 * chosen only when the service is local and nothing else was found.
 */
export function chooseReaders(found: readonly FoundReader[], isPublicService: boolean): readonly FoundReader[] {
  const keys = found.filter(({ kind }) => kind === 'api-key');
  const local = found.filter(
    (each, index) =>
      each.kind === 'local' && found.findIndex(({ config }) => config?.name === each.config?.name) === index,
  );
  const others = [...keys, ...local];
  if (others.length > 0 || isPublicService) return others;
  return found.filter(({ kind }) => kind === 'agent').slice(0, 1);
}
