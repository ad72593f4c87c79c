import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { readContext } from './log-context.ts';

export { readContext, resumeRequest, runInContext } from './log-context.ts';
export { textLines } from './text-lines.ts';
export type Logger = PinoLogger;

/** Log members that may contain a secret. They are redacted at the top level and two levels below it. */
const SECRET_PATHS = ['authorization', 'cookie', 'token', 'secret', 'apiKey', 'signature', 'password', 'privateKey'];

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

const CAUSES_MAX = 5;

/**
 * An error without the values concerned: Drizzle writes every parameter of a failed statement into message and stack,
 * and PostgreSQL names the offending row in `detail`. The statement, its code and the stack remain.
 */
function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no error was thrown' };
  const { code, query } = error as Error & { code?: unknown; query?: unknown };
  const message = typeof query === 'string' ? `Failed query: ${query}` : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames === undefined ? {} : { stack: frames.join('\n') }),
    ...(error.cause === undefined || depth >= CAUSES_MAX ? {} : { cause: toLoggedError(error.cause, depth + 1) }),
  };
}

/** One JSON line per event: a fixed sentence and fields, with secrets redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_PATHS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    mixin: readContext,
    serializers: { err: (error: unknown) => toLoggedError(error) },
    redact: { paths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
