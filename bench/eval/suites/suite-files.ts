import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ProductType } from '@assay/audit';
import * as z from 'zod';
import type { Sample } from '../sample.ts';

/** The channel of the harm, or of what looks like harm. */
const CHANNELS = ['prose', 'code', 'command', 'config', 'encoding', 'injection'] as const;
type Channel = (typeof CHANNELS)[number];

const File = z
  .object({ path: z.string().min(1), text: z.string().optional(), base64: z.base64().optional() })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    message: 'A file has either "text" or "base64".',
  });

/** One line of a suite: a skill of one document (`text`), or of several files. */
const Line = z
  .object({
    id: z.string().min(1),
    label: z.enum(['malicious', 'benign']),
    category: z.string().default('other'),
    channel: z.enum(CHANNELS).default('prose'),
    text: z.string().optional(),
    files: z.array(File).optional(),
  })
  .refine(({ text, files }) => (text === undefined) !== (files === undefined), {
    message: 'A line has either "text" or "files".',
  });

export type SuiteSample = Sample & {
  readonly suite: string;
  readonly channel: Channel;
  /** Of contracts: the lines of the flaw, or of what mends it. */
  readonly places?: readonly number[];
  /** Of contracts: the lines that differ between the halves of the pair. */
  readonly change?: string;
};

const FOLDER = new URL('./independent/', import.meta.url);

/** Every suite that lies in the folder, by name. */
export function readIndependentSuites(folder: URL = FOLDER): SuiteSample[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readSuite(name.replace(/\.jsonl$/, ''), readFileSync(new URL(name, folder), 'utf8'), 'SKILL'));
}

/** One suite of products of another type, by its file. */
export const readProductSuite = (file: string, productType: ProductType): SuiteSample[] =>
  readSuite(basename(file, '.jsonl'), readFileSync(file, 'utf8'), productType);

function readSuite(suite: string, text: string, productType: ProductType): SuiteSample[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const parsed = Line.safeParse(JSON.parse(line));
      if (!parsed.success) throw new Error(`${suite}.jsonl, line ${index + 1}: ${z.prettifyError(parsed.error)}`);
      return toSample(suite, parsed.data, productType);
    });
}

const toBytes = ({ text, base64 }: z.infer<typeof File>): Uint8Array =>
  base64 === undefined ? new TextEncoder().encode(text) : Buffer.from(base64, 'base64');

function toSample(
  suite: string,
  { id, label, category, channel, text, files }: z.infer<typeof Line>,
  productType: ProductType,
): SuiteSample {
  const written: z.infer<typeof File>[] = files ?? [{ path: 'SKILL.md', text: text ?? '' }];
  const bytes = written.map((file) => ({ path: file.path, bytes: toBytes(file) }));
  return {
    id: `${suite}/${id}`,
    label,
    category,
    suite,
    channel,
    campaign: suite,
    source: 'independent',
    repository: 'independent',
    cluster: id,
    bytes: bytes.reduce((sum, file) => sum + file.bytes.length, 0),
    isWeak: false,
    load: () => ({ productType, files: bytes, source: { url: 'local:', ref: '' } }),
  };
}
