import { digestOf } from '@assay/analysis/result/seal';
import type { Bundle, Pass, Passage, ProductType, Reach } from '@assay/analysis/types';
import { estimateTokens, READING_LIMITS } from '../limits.ts';
import type { ModelRequest } from '../port.ts';
import type { Documents, ReadDocument } from './documents.ts';
import { instructionOf, promptVersionOf } from './instruction.ts';
import type { Part } from './parts.ts';
import { choosePlanted, type Planted } from './planted/planted.ts';
import { printJson } from './unseen.ts';

/** A request with the values that are needed to judge its answer. */
export type PlannedRequest = ModelRequest & { readonly boundary: string; readonly planted: readonly Planted[] };

type RequestInput = {
  readonly bundle: Bundle;
  readonly inputDigest: string;
  readonly installationKey: string;
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
  const { bundle, inputDigest, installationKey, pass, index } = input;
  const system = instructionOf(bundle.productType, pass);
  const content = contentOf(input);
  const planted = choosePlanted(
    bundle.productType,
    { pass, content: content.content.toSorted(byNameAndLine) },
    installationKey,
  );
  const body = { ...content, others: planted.map(({ id, lines }) => ({ id, lines: number(lines) })) };
  const boundary = `assay-${digestOf({ boundary: inputDigest, pass, index }).slice(0, BOUNDARY_HEX)}`;
  const user = [boundary, printBody(body, besidesOf(input)), boundary].join('\n');
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

type ShownDocument = {
  readonly name: string;
  readonly decodedFrom?: string;
  readonly related?: true;
  readonly lines: readonly string[];
};
type Content = {
  readonly product: { readonly type: ProductType; readonly entry: string; readonly part: string };
  readonly files: readonly string[];
  readonly missing: readonly string[];
  readonly content: readonly ShownDocument[];
};
type Body = Content & { readonly others: readonly { readonly id: string; readonly lines: readonly string[] }[] };
/** Results of the current engine version. They are not part of the question. */
type Besides = { readonly reach: readonly string[]; readonly hints: readonly Passage[] };

function contentOf({ bundle, documents, part, index, count }: RequestInput): Content {
  return {
    product: {
      type: bundle.productType,
      entry: documents.entry ?? '(none)',
      part: `${index + 1} of ${count}`,
    },
    files: listFiles(documents, ({ path, note }) => (note === '' ? path : `${path} (${note})`)),
    missing: documents.missing,
    content: part.documents.map(toShown),
  };
}

function listFiles({ listed }: Documents, toLine: (file: Documents['listed'][number]) => string): string[] {
  const { filesListedMax, filesListedCharsMax } = READING_LIMITS;
  const shown: string[] = [];
  let chars = 0;
  for (const file of listed.slice(0, filesListedMax)) {
    const line = toLine(file);
    chars += line.length;
    if (chars > filesListedCharsMax) break;
    shown.push(line);
  }
  const more = listed.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

const REACH_WORDS: Readonly<Record<Reach, string>> = {
  entry: 'the entry, always followed',
  directed: 'an instruction has it run or followed',
  linked: 'named by another file',
  imported: 'used by code that runs',
  auto: 'run or loaded without being asked for',
  none: 'nothing found that runs, follows or names it',
};

const besidesOf = (input: RequestInput): Besides => ({
  // The reach of a single file carries no information.
  reach:
    input.documents.listed.length < 2
      ? []
      : listFiles(input.documents, ({ path, reach }) => `${path}: ${REACH_WORDS[reach]}`),
  hints: hintsFor(input),
});

function toShown({ name, file, carrier, layers, lines, isRelated }: ReadDocument): ShownDocument {
  const shown = lines.map(({ number: at, piece, text }) => `${at}${piece === undefined ? '' : `.${piece}`}: ${text}`);
  const related = isRelated === true ? { related: true as const } : {};
  if (carrier === null) return { name, ...related, lines: shown };
  const { startLine, endLine } = carrier;
  return {
    name,
    decodedFrom: `${file}, lines ${startLine}-${endLine}, ${layers.join(', then ')}`,
    ...related,
    lines: shown,
  };
}

const number = (lines: readonly string[]): string[] => lines.map((line, index) => `${index + 1}: ${line}`);

/** Hints for the documents of this part, up to the limit. */
function hintsFor({ passages, part }: RequestInput): readonly Passage[] {
  const shown = new Set(part.documents.map(({ file }) => file));
  return passages.filter(({ file }) => shown.has(file)).slice(0, READING_LIMITS.hintsMax);
}

const printLines = (lines: readonly string[]): string => `[\n${lines.map(printJson).join(',\n')}\n]`;

/**
 * JSON with one line of content per line. It costs few tokens, and models read it more reliably than one long line. The
 * planted products stand before or after the content, depending on their ids.
 */
function printBody({ product, files, missing, content, others }: Body, { reach, hints }: Besides): string {
  const shown = content.map(({ name, decodedFrom, related, lines }) => {
    const from = decodedFrom === undefined ? '' : `"decodedFrom":${printJson(decodedFrom)},`;
    return `{"name":${printJson(name)},${from}${related ? '"related":true,' : ''}"lines":${printLines(lines)}}`;
  });
  const short = others.map(({ id, lines }) => `{"id":${printJson(id)},"lines":${printLines(lines)}}`);
  const places = hints.map(({ file, startLine, endLine, why }) => printJson(`${file}:${startLine}-${endLine}: ${why}`));
  const own = [`"content":[${shown.join(',\n')}]`, `"hints":[${places.join(',\n')}]`];
  const planted = `"others":[${short.join(',\n')}]`;
  const isFirst = Number.parseInt(others[0]?.id ?? '0', 16) % 2 === 0;
  const members = [
    `"product":${printJson(product)}`,
    `"files":${printJson(files)}`,
    `"reach":${printJson(reach)}`,
    `"missing":${printJson(missing)}`,
    ...(isFirst ? [planted, ...own] : [...own, planted]),
  ];
  return `{${members.join(',\n')}}`;
}

/**
 * The key covers instruction and content. It excludes hints, reachability and file order, because they change with the
 * rules.
 */
const keyOf = (system: string, { product, files, missing, content, others }: Body): string =>
  digestOf({
    promptVersion: promptVersionOf(product.type),
    system: digestOf(system),
    product,
    files,
    missing,
    content: content.toSorted(byNameAndLine),
    others,
  });

const byNameAndLine = (a: ShownDocument, b: ShownDocument): number => {
  const [first, second] = [a, b].map(({ name, lines }) => `${name}\0${lines[0] ?? ''}`);
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
};

/** The key of a request in its wire form; `undefined` when this code did not build it. */
export function findRequestKey(system: string, user: string): string | undefined {
  const inner = user.split('\n').slice(1, -1).join('\n');
  try {
    return keyOf(system, JSON.parse(inner) as Body);
  } catch {
    return undefined;
  }
}
