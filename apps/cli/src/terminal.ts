import type { Config } from './config.ts';

/** Everything a command may touch of the outside world, handed in by `main.ts` so that tests can hold it. */
export type Terminal = {
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isOutColoured: boolean;
  readonly isErrInteractive: boolean;
  readonly columns: number;
  readonly now: () => number;
  /** Today in UTC, `YYYY-MM-DD`: what an expiry date is compared with. */
  readonly today: string;
  readonly config: Config;
  /** When the hook denies a call that it has not judged, counted from the start of the process. */
  readonly hookDeadlineMs: number;
  /** All of standard input as text, up to a limit; empty where nothing was piped in. */
  readonly readInput: () => Promise<string>;
  /** Whether a person can be asked: both ends are a terminal. */
  readonly canAsk: boolean;
  /** One line from a person. */
  readonly ask: (question: string) => Promise<string>;
};
