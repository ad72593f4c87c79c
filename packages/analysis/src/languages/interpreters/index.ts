export { isLoadedAutomatically, isRunAutomatically } from './automatic-loads.ts';
export { type FileReading, hasInterpreter, readFileFor, readLanguageAs } from './read-file.ts';
