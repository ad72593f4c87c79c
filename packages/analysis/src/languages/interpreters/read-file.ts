import { languageOfName } from '../../bundle/file-format.ts';
import type { Language } from '../../types/index.ts';
import { AGENT } from './agent.ts';
import { DOCKER, MAKE } from './build.ts';
import type { Interpreter, SourceRead } from './interpreter.ts';
import { JAVASCRIPT, TYPESCRIPT } from './javascript.ts';
import { inWordsOfSh, isOtherShell } from './other-shells.ts';
import { PYTHON } from './python.ts';
import { readShebang } from './shebang.ts';
import { SHELL } from './shell.ts';
import { CMD, POWERSHELL, SCANNED } from './windows.ts';

const INTERPRETERS = [SHELL, PYTHON, JAVASCRIPT, TYPESCRIPT, ...SCANNED, POWERSHELL, CMD, MAKE, DOCKER, AGENT];
const BY_LANGUAGE: ReadonlyMap<Language, Interpreter> = new Map([
  ...INTERPRETERS.map((one) => [one.language, one] as const),
  ['text', AGENT],
]);

/** The text of a file as one of its interpreters reads it. */
export type FileReading = {
  readonly language: Language;
  readonly by: string;
  readonly text: string;
  readonly how: string;
  readonly isPart: boolean;
};

type FileReadings = {
  readonly readings: readonly FileReading[];
  /** Parts that an interpreter of this file reads and the engine does not. */
  readonly unread: readonly string[];
};

export const hasInterpreter = (language: Language): boolean => BY_LANGUAGE.has(language);

/** Decodes the bytes as the interpreter of a language does; `undefined` if the engine knows no interpreter for it. */
export const readLanguageAs = (language: Language, bytes: Uint8Array): SourceRead | undefined =>
  BY_LANGUAGE.get(language)?.read(bytes);

/** Readings of every interpreter that may read this file: by its name and by its shebang. */
export function readFileFor(path: string, bytes: Uint8Array): FileReadings {
  const shebang = readShebang(bytes);
  const byName = languageOfName(path);
  const languages = [...new Set([shebang?.language, byName])].filter((one) => one !== undefined);
  const readings: FileReading[] = [];
  const unread: string[] = [];
  for (const language of languages) {
    const interpreter = BY_LANGUAGE.get(language);
    if (interpreter === undefined) continue;
    const read = interpreter.read(bytes);
    for (const { text, how, isPart = false } of read.readings)
      readings.push({ language, by: interpreter.id, text, how, isPart });
    unread.push(...read.unread);
  }
  const shell = readings.find(({ language }) => language === 'shell');
  if (shell !== undefined && isOtherShell(path, shell.text))
    readings.push({ ...shell, text: inWordsOfSh(shell.text), how: 'in the words of sh', isPart: true });
  if (shebang?.leavesOut) unread.push('what is left of it when its program leaves out how it begins');
  if (shebang?.command !== undefined)
    readings.push({ language: 'shell', by: 'the kernel', text: shebang.command, how: 'its first line', isPart: true });
  return { readings, unread };
}
