import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 65_536;
/** Not standard input: the engine changes that descriptor, so that reads no longer block. */
const LINE_FD = 3;

/** Blocking lines over one socket: the interpreter pauses until the world has answered. */
type Link = {
  write(line: string): void;
  /** The next line, or `undefined` when the other side has closed. */
  read(): string | undefined;
};

export function createLink(): Link {
  let held = Buffer.alloc(0);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  return {
    write(line) {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length; ) at += writeSync(LINE_FD, bytes, at);
    },
    read() {
      for (;;) {
        const end = held.indexOf(10);
        if (end >= 0) {
          const line = held.toString('utf8', 0, end);
          held = held.subarray(end + 1);
          return line;
        }
        const got = readSync(LINE_FD, chunk);
        if (got === 0) return undefined;
        held = Buffer.concat([held, chunk.subarray(0, got)]);
      }
    },
  };
}
