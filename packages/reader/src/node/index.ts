export { createModel, type Model, type ModelNeeds } from './create-model.ts';
export { type DiscoverNeeds, discoverReaders, type FoundReader, findReader } from './discover.ts';
export { isAgentConfig, ModelConfig, ModelConfigs, parseModelConfigs } from './model-config.ts';
