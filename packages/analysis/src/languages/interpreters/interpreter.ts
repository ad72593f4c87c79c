import type { Language } from '../../types/index.ts';

/** One text that an interpreter decodes from the bytes of a file. */
type SourceReading = {
  readonly text: string;
  /** Decoding, for display: `bytes as they are`, `utf-7 by its coding line`. */
  readonly how: string;
  /** The visible text, without the parts that this interpreter ignores. */
  readonly isPart?: boolean;
};

/** What an interpreter reads, and which parts of it the engine cannot read. */
export type SourceRead = {
  readonly readings: readonly SourceReading[];
  /** Each entry names a part that the interpreter reads and the engine does not. */
  readonly unread: readonly string[];
};

/** A program that executes files and has its own rules for decoding bytes into source. */
export type Interpreter = {
  readonly id: string;
  /** Language in which the engine parses the source. */
  readonly language: Language;
  read(bytes: Uint8Array): SourceRead;
};

export const oneReading = (text: string, how: string): SourceRead => ({ readings: [{ text, how }], unread: [] });

/** `\r\n` and `\r` end a line in every supported language except the shells. */
export const foldNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
