import type { Language } from '../../types/index.ts';

/** One text that an interpreter makes of a file's bytes. */
type SourceReading = {
  readonly text: string;
  /** How the bytes became this text, for people: `bytes as they are`, `utf-7 by its coding line`. */
  readonly how: string;
  /** The same letters as everybody sees, with what this interpreter passes over left out. */
  readonly isPart?: boolean;
};

/** What an interpreter would take in, and what of it nobody here can tell. */
export type SourceRead = {
  readonly readings: readonly SourceReading[];
  /** Each names a part that the interpreter reads and the engine does not. */
  readonly unread: readonly string[];
};

/** A program that turns files into deeds, with its own idea of how bytes become source. */
export type Interpreter = {
  readonly id: string;
  /** What the engine parses its source as. */
  readonly language: Language;
  read(bytes: Uint8Array): SourceRead;
};

export const oneReading = (text: string, how: string): SourceRead => ({ readings: [{ text, how }], unread: [] });

/** `\r\n` and `\r` end a line, as they do in every language here but the shells. */
export const foldNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
