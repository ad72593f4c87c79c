import { toOriginal } from '../../bundle/decode/view.ts';
import { isDocument } from '../../flow/unit-shape.ts';
import { documentOf } from '../../languages/markdown/index.ts';
import { isHostileFolder, isKeptSample } from '../../models/paths/sample-folders.ts';
import type { Discourse, DiscourseInput, Language, Reach, Span, View } from '../../types/index.ts';
import { isSwaying, readDocument } from '../index.ts';
import type { Reading } from './demotion.ts';
import { createDocumentClassifier, type DocumentClassifier, settle } from './document.classify.ts';
import { isFixturePath, roleEvidence } from './file-role.ts';

export type DiscourseClassifier = { classify(span: Span): Reading };

/** Only an interpreter reads this text, so its role in the visible file (such as a comment) does not apply. */
const READER_LAYER = /^as .* reads it$/;
/** Layers that reveal invisible or reversed text. */
const INVISIBLE_LAYER = /tag|invisible|zero-?width|variation|bidi|reversed/i;
const DEMOTABLE: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited', 'fixture']);

/** Assigns exactly one class to every span of a bundle. A document is parsed when its first span is classified. */
export function createDiscourse(input: DiscourseInput): DiscourseClassifier {
  const views = new Map(input.files.map((view) => [view.file, view]));
  const entry = input.entry === null ? undefined : views.get(input.entry);
  const documents = new Map<string, DocumentClassifier>();
  const steered = new Map<string, boolean>();

  const classifierOf = (view: View): DocumentClassifier => {
    const known = documents.get(view.file);
    if (known) return known;
    const made = openDocument(view, input.reachOf(view.file), entry);
    documents.set(view.file, made.classifier);
    steered.set(view.file, made.isSteered);
    return made.classifier;
  };

  return {
    classify(span) {
      const { view, start, end } = toOriginal(span);
      if (span.view.layers.some((layer) => INVISIBLE_LAYER.test(layer))) return only('hidden');
      const reader = span.view.layers.find((layer) => READER_LAYER.test(layer));
      if (reader !== undefined) return only(/agent/.test(reader) ? 'directive' : 'executable');
      const language = input.languageOf(view.file);
      if (!isDocument(language))
        return readCode(view, start, language, { reach: input.reachOf(view.file), isNested: isNested(span.view) });
      const reading = classifierOf(view).read(start, end);
      // A file that tries to influence the reviewer gets no demotions.
      return steered.get(view.file) && DEMOTABLE.has(reading.context) ? only(reading.live) : reading;
    },
  };
}

const only = (context: Discourse): Reading => ({ context, signals: [], live: context });

/** Side documents describe a project to people; they do not instruct an agent. */
const SIDE_DOCUMENT =
  /(?:^|\/)(?:readme|changelog|changes|history|license|licence|contributing|code_of_conduct|security|notice|authors|credits)[\w.-]*$/i;

/** Skills and commands by their paths. Agents run commands marked with `!` in them. */
const LOADED = /(?:^|\/)(?:skill\.md|(?:commands|agents|prompts|workflows)\/[^/]+\.mdc?)$/i;

function openDocument(view: View, reach: Reach, entry: View | undefined) {
  const document = documentOf(view);
  const isEntry = view.file === entry?.file;
  const isLive =
    isEntry || reach === 'directed' || reach === 'linked' || reach === 'auto' || !SIDE_DOCUMENT.test(view.file);
  const classifier = createDocumentClassifier(document, {
    live: isLive ? 'directive' : 'reference',
    isLoaded: isEntry || reach === 'auto' || (LOADED.test(view.file) && !isKeptSample(view.file)),
    isSample: reach === 'none' && isHostileFolder(view.file),
    fixture: isEntry ? [] : roleEvidence(view.file, reach),
  });
  const isSteered = readDocument(document).some(
    ({ value, start, end }) => isSwaying(value) && !DEMOTABLE.has(classifier.read(start, end).context),
  );
  return { classifier, isSteered };
}

const SCRIPT_PLACE = /^(?:[^/]+|(?:.*\/)?(?:scripts?|bin|hooks?|tools?|src|lib)\/.+)$/i;

const NUMBER_SIGN = /^\s*#(?!!)/;
/** Comment signs of other languages. A block comment that closes on the line hides nothing. */
const OTHER_SIGNS = /^\s*(?:#(?!!)|\/\/|\*(?!\/)|\/\*(?![^\n]*\*\/)|--|;|%)/;
/** In JavaScript, a line that begins with `*` may continue an expression. */
const SLASH_SIGN = /^\s*\/\//;
const BATCH_SIGN = /^\s*(?:@?rem\b|::)/i;
const NUMBER_SIGNED: ReadonlySet<Language> = new Set<Language>([
  'python',
  'shell',
  'makefile',
  'dockerfile',
  'ruby',
  'perl',
  'yaml',
  'toml',
]);

function isComment(text: string, at: number, language: Language): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? text.length : end);
  if (language === 'batch') return BATCH_SIGN.test(line);
  if (language === 'javascript' || language === 'typescript') return SLASH_SIGN.test(line);
  return (NUMBER_SIGNED.has(language) ? NUMBER_SIGN : OTHER_SIGNS).test(line);
}

/** Code inside code that the outer code runs: a separate view without a layer of its own. */
const isNested = ({ parent, layers }: View): boolean => parent !== null && layers.length === parent.layers.length;

type CodePlace = { readonly reach: Reach; readonly isNested: boolean };

function readCode(view: View, start: number, language: Language, place: CodePlace): Reading {
  const { reach } = place;
  const isData = language === 'json' || language === 'yaml' || language === 'toml' || language === 'ini';
  const isRun = reach !== 'none' || SCRIPT_PLACE.test(view.file);
  const isInert = (isData && reach === 'none') || isComment(view.text, start, language);
  const live: Discourse = isRun && !isInert ? 'executable' : 'reference';
  const isSample = reach === 'none' && isFixturePath(view.file);
  // A program that a document names, or in a usual program folder, counts as run, because the ways to run it cannot be
  // enumerated.
  const isExecuted = isData || isInert ? live === 'executable' && reach !== 'none' && reach !== 'linked' : !isSample;
  // Executed code has its effect, whatever a comment above it says.
  if (place.isNested && (isExecuted || reach === 'auto')) return only('executable');
  return settle(live, roleEvidence(view.file, reach, !isData));
}
