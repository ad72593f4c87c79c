/** The seed of every service that a test starts: whoever knows it knows its accounts on the chain. */
export const SERVICE_SEED = new Uint8Array(32).fill(7);
