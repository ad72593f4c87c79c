/** The part of a tool call that concerns skills. */
export type ToolUse = {
  readonly cwd: string;
  /** The name of the called skill. */
  readonly skill?: string;
  /** The user typed the name, so an unknown one belongs to the host. */
  readonly isTyped?: boolean;
  /** Names of the started agents. Their definitions can load skills. */
  readonly agents?: readonly string[];
  /** The command line to run. */
  readonly command?: string;
  /** The command goes to a running shell, in a folder that an earlier call chose; `typed`: or to any program. */
  readonly session?: 'shell' | 'typed';
  /** Other texts of the call. Each can be or contain names of files to read. */
  readonly texts?: readonly string[];
  /** Folders whose files are searched and shown. */
  readonly searches?: readonly string[];
  /** Files to write. */
  readonly writes?: readonly string[];
};

/** A subject that a certificate can cover. */
export type Target =
  /** `isFound`: only in reach of the call, not named by it, so a person can decide. */
  | { readonly kind: 'folder'; readonly path: string; readonly name: string; readonly isFound?: boolean }
  /** The call evaluates or expands text, or runs an unknown program, so it can use any skill in its reach. */
  | { readonly kind: 'reach'; readonly detail: string; readonly skills: readonly { path: string; name: string }[] }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'install'; readonly source: string | undefined }
  /** Inside a skill, but not covered by the comparison with its certificate. */
  | { readonly kind: 'uncovered'; readonly path: string }
  | { readonly kind: 'unresolved'; readonly detail: string };
