import type { Config } from './config.ts';
import type { DecideEvent } from './hook/hosts.ts';
import type { Engine, EngineSettings } from './review/engine.ts';

/** All side effects of a command, passed in by `main.ts` so that tests can replace them. */
export type Terminal = {
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isOutColoured: boolean;
  readonly isErrInteractive: boolean;
  readonly columns: number;
  readonly now: () => number;
  /** Today in UTC, `YYYY-MM-DD`, for expiry dates. */
  readonly today: string;
  readonly config: Config;
  /** The deadline after which the hook denies a call, measured from the start of the process. */
  readonly hookDeadlineMs: number;
  /** Decides calls for a hook. The default starts a second process. */
  readonly decide?: DecideEvent | undefined;
  /** All of standard input as text, up to a limit; empty if nothing is piped in. */
  readonly readInput: () => Promise<string>;
  /** Whether a person can answer: input and output are terminals. */
  readonly canAsk: boolean;
  /** Starts the processes that review. */
  readonly openEngine: (settings: EngineSettings) => Promise<Engine>;
  /** Reads one line from the user. */
  readonly ask: (question: string) => Promise<string>;
};
