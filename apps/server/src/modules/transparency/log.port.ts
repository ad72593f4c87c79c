/** External services of this module besides the database. */

/** The last signed checkpoint, stored outside the database so that a restore does not change it. */
export type CheckpointMemory = {
  /** Undefined when nothing was signed under this origin. Throws when the file cannot be read. */
  read(origin: string): Promise<string | undefined>;
  /** Resolves when the note is on disk. */
  write(origin: string, note: string): Promise<void>;
};

type WitnessAnswer = { readonly status: number; readonly contentType: string; readonly text: string };

/** One request to a witness. Undefined when it does not answer in time. */
export type AskWitness = (url: string, body?: string) => Promise<WitnessAnswer | undefined>;
