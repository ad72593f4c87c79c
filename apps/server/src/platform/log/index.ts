import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Members that may hold a secret, wherever they turn up in what is logged. */
const SECRET_PATHS = ['authorization', 'cookie', 'token', 'secret', 'apiKey', 'signature', 'password', 'privateKey'];

/** One JSON line per event: a fixed sentence plus fields, secrets blanked. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_PATHS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
