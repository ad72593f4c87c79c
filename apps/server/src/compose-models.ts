/** Opens the configured models. The library is large, so a process that calls no model never loads it. */
import type { Model } from '@assay/reader/models';
import type { ConfiguredModel } from './config.ts';

export function composeModels(configured: readonly ConfiguredModel[]): () => Promise<readonly Model[]> {
  let opened: Promise<readonly Model[]> | undefined;
  return () => {
    opened ??= openAll(configured);
    return opened;
  };
}

async function openAll(configured: readonly ConfiguredModel[]): Promise<readonly Model[]> {
  if (configured.length === 0) return [];
  const { createModel } = await import('@assay/reader/models');
  return configured.map(({ config, key, findVariable }) => createModel(config, { key, findVariable }));
}
