export { type FileReading, type FileReadings, hasInterpreter, readFileFor, readLanguageAs } from './read-file.ts';
export { isLoadedUnasked, isRunUnasked } from './unasked.ts';
