/** What an agent is about to do, as far as skills are concerned. */
export type ToolUse = {
  readonly cwd: string;
  /** Name of a skill that is being called. */
  readonly skill?: string;
  /** The user typed its name, so one that is on no disk comes with the host. */
  readonly isTyped?: boolean;
  /** Names of agents that are started. Their definitions can load skills. */
  readonly agents?: readonly string[];
  /** A command line that is being run. */
  readonly command?: string;
  /** The command goes to a shell that runs already, in a folder that an earlier call chose; `typed`: or to any program. */
  readonly session?: 'shell' | 'typed';
  /** Other texts of the call. Each can name files that are read, or hold their names. */
  readonly texts?: readonly string[];
  /** Folders whose files are searched and shown. */
  readonly searches?: readonly string[];
  /** Files that are written. */
  readonly writes?: readonly string[];
};

/** What a certificate has a say in. */
export type Target =
  /** `isFound`: it is only among what the call may use, so a person can decide. */
  | { readonly kind: 'folder'; readonly path: string; readonly name: string; readonly isFound?: boolean }
  /** The call evaluates or expands text, or runs a program that is not known, so it can use any skill in its reach. */
  | { readonly kind: 'reach'; readonly detail: string; readonly skills: readonly { path: string; name: string }[] }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'install'; readonly source: string | undefined }
  /** In a skill, and not part of what its certificate is compared with. */
  | { readonly kind: 'uncovered'; readonly path: string }
  | { readonly kind: 'unresolved'; readonly detail: string };
