export { createModel, type Model, type ModelNeeds } from './create-model.ts';
export { ModelConfig, ModelConfigs, parseModelConfigs } from './model-config.ts';
