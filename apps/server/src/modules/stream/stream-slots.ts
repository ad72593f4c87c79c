import { Problem } from '@assay/protocol';

/** Counts the streams of each reader, including those being opened. */
export function createPlaces() {
  const taken = new Map<string, number>();

  return {
    /** Returns an idempotent function that releases the slot. Throws when all are taken. */
    take(reader: string, max: number): () => void {
      const count = taken.get(reader) ?? 0;
      if (count >= max) throw new Problem('too_many_streams', { max });
      taken.set(reader, count + 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        const left = (taken.get(reader) ?? 1) - 1;
        if (left > 0) taken.set(reader, left);
        else taken.delete(reader);
      };
    },
  };
}

/**
 * Serialises the queries of readers that are behind, so that the database connections stay available. A reader with
 * many streams has one place in the queue and delays others no more than a reader with one stream.
 */
export function createTurns() {
  const lines = new Map<string, Promise<void>>();
  let last: Promise<void> = Promise.resolve();

  function takeOverAll<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.then(noop, noop);
    return turn;
  }

  return {
    take<T>(reader: string, work: () => Promise<T>): Promise<T> {
      const turn = (lines.get(reader) ?? Promise.resolve()).then(() => takeOverAll(work));
      const ended = turn.then(noop, noop).then(() => {
        if (lines.get(reader) === ended) lines.delete(reader);
      });
      lines.set(reader, ended);
      return turn;
    },
  };
}

const noop = (): void => undefined;
