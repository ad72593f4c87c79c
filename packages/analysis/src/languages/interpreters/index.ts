export { type FileReading, hasInterpreter, readFileFor, readLanguageAs } from './read-file.ts';
export { isLoadedUnasked, isRunUnasked } from './unasked.ts';
