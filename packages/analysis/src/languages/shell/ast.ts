/** A shell script as a tree. Offsets count UTF-16 code units in the text that was parsed. */

export type Part =
  | { readonly kind: 'text'; readonly value: string; readonly isQuoted: boolean }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly op: string;
      readonly operand: string;
      /** Commands inside the operand: `${x:=$(…)}` runs them. */
      readonly inner?: Script;
    }
  | { readonly kind: 'substitution'; readonly script: Script }
  | { readonly kind: 'process'; readonly script: Script }
  | { readonly kind: 'unknown' };

export type Word = { readonly parts: readonly Part[]; readonly start: number; readonly end: number };

export type Redirect = {
  readonly op: string;
  readonly target: Word;
  /** Body of a here-document, or `null`. */
  readonly body: Word | null;
};

export type Assignment = { readonly name: string; readonly value: Word; readonly isAppend: boolean };

export type SimpleCommand = {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly start: number;
  readonly end: number;
};

export type CompoundCommand = {
  readonly kind: 'compound';
  readonly keyword: 'if' | 'while' | 'until' | 'for' | 'case' | 'group' | 'subshell' | 'function' | 'select';
  /** Function name or loop variable. */
  readonly name: string;
  /** Words of `for … in`, subject of `case`. */
  readonly words: readonly Word[];
  readonly bodies: readonly Script[];
  readonly redirects: readonly Redirect[];
  readonly start: number;
  readonly end: number;
};

export type Command = SimpleCommand | CompoundCommand;

export type Pipeline = {
  readonly commands: readonly Command[];
  readonly isBackground: boolean;
  readonly start: number;
  readonly end: number;
};

export type Script = { readonly pipelines: readonly Pipeline[]; readonly isTruncated: boolean };
