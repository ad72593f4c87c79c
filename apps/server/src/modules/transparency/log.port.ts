/** What this module needs of the world outside the database. */

/** The last checkpoint that was signed, kept where a restored database does not reach. */
export type CheckpointMemory = {
  /** Undefined when nothing was ever signed under this origin; throws when it cannot be read. */
  read(origin: string): Promise<string | undefined>;
  /** Returns when it is on the disk. */
  write(origin: string, note: string): Promise<void>;
};

type WitnessAnswer = { readonly status: number; readonly contentType: string; readonly text: string };

/** One exchange with a witness; undefined when it does not answer in time. */
export type AskWitness = (url: string, body?: string) => Promise<WitnessAnswer | undefined>;
