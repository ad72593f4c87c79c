import type { Intake, TakenFile } from '@assay/analysis/bundle/read-bundle';
import type { Bundle } from '@assay/analysis/types';
import { type ApiDocument, toDocument, versionOf } from './document/document.ts';
import { createReferences, eachNode, referenceOf, type Unfollowed } from './document/references.ts';
import type { Place } from './tree/node.ts';
import { readTree, type Tree } from './tree/read-tree.ts';

/** A reason why a document could not be read completely. */
export type Gap = {
  readonly at: Place;
  readonly note: string;
  readonly class: string;
  readonly leavesUndecided: boolean;
};

type ReadDocuments = {
  readonly documents: readonly ApiDocument[];
  /** Files that should be documents and could not be read as such. */
  readonly unread: readonly string[];
  readonly gaps: readonly Gap[];
};

const DATA = /\.(?:ya?ml|json)$/i;
const NAMED = /(?:^|\/)(?:[\w.-]*[._-])?(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i;
const HEAD = /(?:^|[{,\n])[ \t]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/;

/** Reads every OpenAPI and Swagger document of a bundle and lists the parts that could not be read. */
export function readDocuments(bundle: Bundle, intake: Intake): ReadDocuments {
  const trees = new Map<string, Tree>();
  const texts = new Map(
    intake.files.flatMap(({ path, text }) => (text !== null && DATA.test(path) ? [[path, text]] : [])),
  );
  const treeOf = (path: string): Tree | undefined => {
    const text = texts.get(path);
    if (text === undefined) return undefined;
    const known = trees.get(path) ?? readTree(path, text);
    trees.set(path, known);
    return known;
  };
  const gaps: Gap[] = [];
  const unread: string[] = [];
  const documents = intake.files.flatMap((file): ApiDocument[] => {
    if (!isMeant(file, bundle, intake)) return [];
    const tree = treeOf(file.path);
    const root = tree?.root ?? null;
    // Content beyond the limit may change the meaning of the content before it.
    const isWhole = !isCut(file, intake);
    if (tree === undefined || !isWhole || root?.kind !== 'map' || versionOf(root) === undefined) {
      gaps.push(toGap(file, intake, tree));
      unread.push(file.path);
      return [];
    }
    const references = createReferences((path) => treeOf(path)?.root ?? undefined);
    const document = toDocument(file.path, tree.text, root, references);
    eachNode(root, (node) => {
      if (referenceOf(node) !== undefined) references.resolve(node);
    });
    gaps.push(...partsOf(document, tree));
    return [document];
  });
  if (documents.length === 0 && gaps.length === 0)
    gaps.push({
      at: { file: intake.entry ?? '', start: 0, end: 0 },
      note: 'The bundle holds no OpenAPI or Swagger document.',
      class: 'none',
      leavesUndecided: true,
    });
  return { documents, unread, gaps };
}

/** Named like a document, named by the submitter, or with the start of a document. */
function isMeant({ path, text }: TakenFile, { productType, source }: Bundle, intake: Intake): boolean {
  if (path.includes('!/') || !DATA.test(path)) return false;
  if (productType === 'API' && (path === source.entry || path === intake.entry)) return true;
  return text === null || NAMED.test(path) ? NAMED.test(path) : mayBeDocument(text);
}

/** The text starts like a document, so a full read is worthwhile. */
export const mayBeDocument = (text: string): boolean => HEAD.test(text) && isHead(text);

/** Only at the top level: a setting called `openapi` inside other settings does not make a document. */
const isHead = (text: string): boolean =>
  /^["']?(?:openapi|swagger)["']?\s*:|^[ \t]*\{[\s\S]{0,2000}?["'](?:openapi|swagger)["']\s*:/m.test(text);

const isCut = ({ path }: TakenFile, { problems }: Intake): boolean =>
  problems.some(({ file, problem }) => file === path && problem === 'budget');

function toGap(file: TakenFile, intake: Intake, tree: Tree | undefined): Gap {
  const { path } = file;
  const whole: Place = { file: path, start: 0, end: 0 };
  const because = isCut(file, intake)
    ? { at: whole, note: `${path} is larger than is read.` }
    : tree === undefined
      ? { at: whole, note: `${path} is no text.` }
      : tree.problem === null
        ? { at: whole, note: `${path} is no OpenAPI or Swagger document.` }
        : { at: tree.problem.at, note: `${tree.problem.message}.` };
  return { ...because, class: 'unread', leavesUndecided: true };
}

const WHY: Readonly<Record<Unfollowed['why'], string>> = {
  elsewhere: 'lies outside the bundle',
  missing: 'is not there',
  circle: 'leads back to itself',
};

/** The parts of a document that could not be read. */
function partsOf(document: ApiDocument, tree: Tree): Gap[] {
  const { references, operations, root } = document;
  const unfollowed = references.unfollowed.map(
    ({ at, target, why }): Gap => ({
      at,
      note: `What "${target}" names ${WHY[why]}.`,
      class: why,
      // Without the external operations, nothing remains to review.
      leavesUndecided: operations.length === 0,
    }),
  );
  return [
    ...unfollowed,
    ...tree.doubled.map(
      (at): Gap => ({
        at,
        note: 'The same key stands here again: readers differ in which value counts.',
        class: 'doubled',
        leavesUndecided: false,
      }),
    ),
    ...(tree.documents > 1
      ? [
          {
            at: root,
            note: `The file holds ${tree.documents} documents; the first was read.`,
            class: 'several',
            leavesUndecided: true,
          },
        ]
      : []),
    ...(document.isCut
      ? [{ at: root, note: 'There are more operations than are looked at.', class: 'cut', leavesUndecided: true }]
      : []),
  ];
}
