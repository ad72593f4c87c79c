import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reader } from '@assay/audit';
import { type ModelPort, NO_USAGE, parseAnswer } from '@assay/reader';

/** Answers that were paid for once: by content, instruction, prompt version (all in the key) and model. */
export type AnswerCache = {
  has(reader: Reader, key: string): boolean;
  /** Answers from what is kept; asks and keeps otherwise. Only what can be read as an answer is kept. */
  around(port: ModelPort, reader: Reader): ModelPort;
};

/** Without a folder nothing is kept. */
export function openAnswerCache(folder: string | undefined): AnswerCache {
  if (folder === undefined) return { has: () => false, around: (port) => port };
  const fileOf = ({ model, family }: Reader, key: string): string =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([family, model, key]))
        .digest('hex')}.json`,
    );
  return {
    has: (reader, key) => existsSync(fileOf(reader, key)),
    around: (port, reader) => ({
      async ask(request) {
        const file = fileOf(reader, request.key);
        const kept = findText(file);
        if (kept !== undefined) return { kind: 'answer', text: kept, usage: NO_USAGE };
        const reply = await port.ask(request);
        if (reply.kind === 'answer' && parseAnswer(reply.text) !== undefined) keep(folder, file, reply.text);
        return reply;
      },
    }),
  };
}

function findText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** Under its name only when it is whole. A cache that cannot be written costs money, not correctness. */
function keep(folder: string, file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    writeFileSync(draft, text, { mode: OWNER_ONLY.file });
    renameSync(draft, file);
  } catch {
    return;
  }
}
