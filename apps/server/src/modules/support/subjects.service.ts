import { gunzipSync } from 'node:zlib';
import { type Evidence, type JsonObject, Problem, type QueueSubject, Sha256 } from '@assay/protocol';
import type { z } from 'zod';
import { modeOf } from '../sources/index.ts';
import type { QueueRow } from './queue.store.ts';
import type { SubjectRow, SubjectStore } from './subjects.store.ts';

type Answer = z.input<typeof QueueSubject>;
type Quoted = NonNullable<Answer['flag']>['evidence'][number];
type Deps = {
  readonly store: SubjectStore;
  readonly linksOf: (of: Pick<SubjectRow, 'submissionId' | 'roundId' | 'certificateId'>) => Answer['links'];
};

const PLACE = /^(?<path>.+):(?<line>[1-9]\d{0,8})$/;
/** Context lines before and after a quoted line. */
const LINES_AROUND = 3;
const QUOTED_CHARS_MAX = 2_000;
const utf8 = new TextDecoder();

/** The subject of an operator's decision: its text, the evidence with the quoted file, and links to the rest. */
export function createSubjects({ store, linksOf }: Deps) {
  async function describe({ refType, refId }: Pick<QueueRow, 'refType' | 'refId'>): Promise<Answer | null> {
    const row = await store.find(refType, refId);
    if (row === undefined) return null;
    const { text, certificateId, submissionId, messages, amount, flag } = row;
    const evidence = flag === null ? [] : await Promise.all(flag.evidence.map((piece) => quote(submissionId, piece)));
    return {
      text,
      certificateId,
      submissionId,
      messages: messages.map((message) => ({ ...message, at: new Date(message.at).toISOString() })),
      amount,
      flag: flag === null ? null : ({ ...flag, evidence } as Answer['flag']),
      links: linksOf(row),
    };
  }

  async function quote(submissionId: string | null, piece: Evidence): Promise<Quoted> {
    const named = PLACE.exec(piece.value)?.groups;
    const path = piece.path ?? named?.path;
    const line = piece.line ?? Number(named?.line ?? 1);
    const bytes = path === undefined || submissionId === null ? undefined : await store.readFile(submissionId, path);
    return { ...piece, quoted: bytes === undefined ? null : excerptOf(utf8.decode(bytes), line) };
  }

  return {
    describe,
    /** The bytes as sealed. */
    async readBundle(submissionId: string) {
      const files = await store.listFiles(submissionId);
      if (files.length === 0) throw new Problem('submission_not_found');
      return {
        files: files.map(({ path, kind, size, sha256, bytes }) => ({
          path,
          mode: modeOf({ kind }),
          size,
          sha256: Sha256.parse(sha256),
          contentBase64: Buffer.from(bytes).toString('base64'),
        })),
      };
    },
    /** The complete engine report of a round. */
    async readReport(roundId: string): Promise<JsonObject> {
      const packed = await store.findReport(roundId);
      if (packed === undefined) throw new Problem('round_not_found');
      return JSON.parse(gunzipSync(packed).toString('utf8')) as JsonObject;
    },
  };
}
export type Subjects = ReturnType<typeof createSubjects>;

function excerptOf(text: string, line: number): string {
  const from = Math.max(0, line - 1 - LINES_AROUND);
  const lines = text.split('\n').slice(from, line + LINES_AROUND);
  return lines
    .map((content, at) => `${from + at + 1}: ${content}`)
    .join('\n')
    .slice(0, QUOTED_CHARS_MAX)
    .toWellFormed();
}
