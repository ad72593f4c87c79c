/** Parsing or hashing this many bytes takes milliseconds. */
const LARGE_BYTES = 256 * 1024;

let last: Promise<void> = Promise.resolve();

/**
 * Delays long synchronous work until it has a turn of the event loop to itself, so that several large requests that
 * arrive together do not delay all other requests by the sum of their work.
 */
export async function waitForOwnTurn(bytes: number): Promise<void> {
  if (bytes < LARGE_BYTES) return;
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  await last;
}
