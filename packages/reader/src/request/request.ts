import { digestOf } from '@assay/analysis/result/seal';
import type { Bundle, Pass, Passage } from '@assay/analysis/types';
import { estimateTokens, PROMPT_VERSION, READING_LIMITS } from '../limits.ts';
import type { ModelRequest } from '../port.ts';
import type { Documents, ReadDocument } from './documents.ts';
import { instructionOf } from './instruction.ts';
import type { Part } from './parts.ts';
import { choosePlanted, type PlantedPair } from './planted.ts';
import { printJson } from './unseen.ts';

/** A request, and what is needed to judge its answer. */
export type PlannedRequest = ModelRequest & { readonly boundary: string; readonly planted: PlantedPair };

type RequestInput = {
  readonly bundle: Bundle;
  readonly inputDigest: string;
  readonly documents: Documents;
  readonly passages: readonly Passage[];
  readonly pass: Pass;
  readonly part: Part;
  readonly index: number;
  readonly count: number;
};

const BOUNDARY_HEX = 32;

/** One question: the instruction of its pass, and the part as a JSON document between two boundary lines. */
export function buildRequest(input: RequestInput): PlannedRequest {
  const { inputDigest, pass, index } = input;
  const system = instructionOf(pass);
  const content = contentOf(input);
  const planted = choosePlanted({ pass, content: content.content.toSorted(byNameAndLine) });
  const body = { ...content, others: planted.shown.map(({ id, lines }) => ({ id, lines: number(lines) })) };
  const boundary = `assay-${digestOf({ boundary: inputDigest, pass, index }).slice(0, BOUNDARY_HEX)}`;
  const user = [boundary, printBody(body, hintsFor(input)), boundary].join('\n');
  return {
    key: keyOf(system, body),
    system,
    user,
    inputTokensEstimated: estimateTokens(system) + estimateTokens(user),
    outputTokensMax: READING_LIMITS.outputTokensMax,
    boundary,
    planted,
  };
}

type ShownDocument = { readonly name: string; readonly decodedFrom?: string; readonly lines: readonly string[] };
type Content = {
  readonly product: { readonly type: string; readonly entry: string; readonly part: string };
  readonly files: readonly string[];
  readonly content: readonly ShownDocument[];
};
type Body = Content & { readonly others: readonly { readonly id: string; readonly lines: readonly string[] }[] };

function contentOf({ bundle, documents, part, index, count }: RequestInput): Content {
  return {
    product: {
      type: bundle.productType,
      entry: documents.entry ?? '(none)',
      part: `${index + 1} of ${count}`,
    },
    files: listFiles(documents),
    content: part.documents.map(toShown),
  };
}

function listFiles({ listed }: Documents): string[] {
  const { filesListedMax, filesListedCharsMax } = READING_LIMITS;
  const shown: string[] = [];
  let chars = 0;
  for (const { path, note } of listed.slice(0, filesListedMax)) {
    const line = note === '' ? path : `${path} (${note})`;
    chars += line.length;
    if (chars > filesListedCharsMax) break;
    shown.push(line);
  }
  const more = listed.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

function toShown({ name, file, carrier, layers, lines }: ReadDocument): ShownDocument {
  const shown = lines.map(({ number: at, text }) => `${at}: ${text}`);
  if (carrier === null) return { name, lines: shown };
  const { startLine, endLine } = carrier;
  return { name, decodedFrom: `${file}, lines ${startLine}-${endLine}, ${layers.join(', then ')}`, lines: shown };
}

const number = (lines: readonly string[]): string[] => lines.map((line, index) => `${index + 1}: ${line}`);

/** Hints for the documents of this part, and no more than anybody would read. */
function hintsFor({ passages, part }: RequestInput): readonly Passage[] {
  const shown = new Set(part.documents.map(({ file }) => file));
  return passages.filter(({ file }) => shown.has(file)).slice(0, READING_LIMITS.hintsMax);
}

const printLines = (lines: readonly string[]): string => `[\n${lines.map(printJson).join(',\n')}\n]`;

/** JSON with one line of content per line, which costs little and is read more surely than one long line. */
function printBody({ product, files, content, others }: Body, hints: readonly Passage[]): string {
  const shown = content.map(({ name, decodedFrom, lines }) => {
    const from = decodedFrom === undefined ? '' : `"decodedFrom":${printJson(decodedFrom)},`;
    return `{"name":${printJson(name)},${from}"lines":${printLines(lines)}}`;
  });
  const short = others.map(({ id, lines }) => `{"id":${printJson(id)},"lines":${printLines(lines)}}`);
  const places = hints.map(({ file, startLine, endLine, why }) => printJson(`${file}:${startLine}-${endLine}: ${why}`));
  return [
    `{"product":${printJson(product)},`,
    `"files":${printJson(files)},`,
    `"content":[${shown.join(',\n')}],`,
    `"hints":[${places.join(',\n')}],`,
    `"others":[${short.join(',\n')}]}`,
  ].join('\n');
}

/**
 * The question is the same as long as instruction and content are. Rules change and hints with them, and so does what
 * the engine takes to lead where, which orders the files: neither is part of it.
 */
const keyOf = (system: string, { product, files, content, others }: Body): string =>
  digestOf({
    promptVersion: PROMPT_VERSION,
    system: digestOf(system),
    product,
    files,
    content: content.toSorted(byNameAndLine),
    others,
  });

const byNameAndLine = (a: ShownDocument, b: ShownDocument): number => {
  const [first, second] = [a, b].map(({ name, lines }) => `${name}\0${lines[0] ?? ''}`);
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
};

/** The key of a request as it stands on the wire; `undefined` when it is none of ours. */
export function findRequestKey(system: string, user: string): string | undefined {
  const inner = user.split('\n').slice(1, -1).join('\n');
  try {
    return keyOf(system, JSON.parse(inner) as Body);
  } catch {
    return undefined;
  }
}
