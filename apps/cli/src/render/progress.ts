import { decideStanding, type Outcome } from '../review/outcome.ts';
import type { Terminal } from '../terminal.ts';

const SHOWN_FROM = 10;
const LINE_EVERY = 100;
const CLEAR_LINE = '\r\u001b[K';

/** The progress of a long scan on stderr: a line that rewrites itself on a terminal, an occasional line in a log. */
type Progress = { readonly step: (outcome: Outcome) => void; readonly clear: () => void };

/** `costs` returns the spent and remaining cost, if the scan has any. */
export function createProgress(
  total: number,
  terminal: Pick<Terminal, 'err' | 'isErrInteractive'>,
  costs: () => string = () => '',
): Progress {
  if (total < SHOWN_FROM) return { step: () => {}, clear: () => {} };
  let done = 0;
  let unsafe = 0;
  return {
    step(outcome) {
      done += 1;
      if (decideStanding(outcome) === 'unsafe') unsafe += 1;
      const text = `${done} of ${total} skills reviewed, ${unsafe} unsafe${costs()}`;
      if (terminal.isErrInteractive) terminal.err(`${CLEAR_LINE}${text}`);
      else if (done % LINE_EVERY === 0 || done === total) terminal.err(`${text}\n`);
    },
    clear() {
      if (terminal.isErrInteractive) terminal.err(CLEAR_LINE);
    },
  };
}
