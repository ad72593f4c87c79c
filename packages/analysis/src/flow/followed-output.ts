import { toOriginal } from '../bundle/decode/view.ts';
import type { FactOf, Span, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { fetchedFrom, isFullyKnown, shown, type Value } from './value.ts';

/** Verbs of obedience with what a program prints as their object. */
const ORDER =
  /\b(?:follow|obey|execute|carry out|act (?:up)?on|comply with|perform|adhere to|do)\b[^.!?\n]{0,80}\b(?:what(?:ever)?|everything|anything|instructions?|steps?|orders?|directions?|commands?|guidance)\b[^.!?\n]{0,60}\b(?:it|script|command|tool|program|which|that)\b[^.!?\n]{0,30}\b(?:prints?|says?|tells|outputs?|returns?|shows?|displays?|emits?|writes|gives?|produces?)\b|\b(?:do|follow|obey)\b[^.!?\n]{0,20}\b(?:what|as)\b[^.!?\n]{0,60}\b(?:says?|tells?|prints?|asks?|instructs?|shows?)\b|\b(?:follow|obey|execute|carry out|act (?:up)?on|comply with|treat)\b[^.!?\n]{0,40}\b(?:its|script'?s?|command'?s?|this|that|the) (?:\w+ ){0,3}(?:output|stdout)\b|\bprints?\b[^.!?\n]{0,60}\b(?:steps|instructions|tasks|orders)\b[.!]?[^.!?\n]{0,20}\b(?:treat|follow|complete|carry out|do|perform) (?:them|these|each|all)\b/gi;
/** Lines of what was printed, to be run or carried out one after the other. */
const EACH_LINE =
  /\b(?:run|execute|carry out|perform|do|follow|apply|obey)\s+(?:each|every|all|any|the|those|these|its)\b[^.!?]{0,30}\b(?:lines?|commands?|steps?|instructions?|actions?|items?|entries)\b[^.!?]{0,60}(?:\b(?:block|section|list|output|plan|printed|prints|in the (?:shell|terminal)|as (?:they|it) (?:stands?|are|is)|in order|one by one|exactly)\b|`[^`\n]{1,40}`)/gi;
/** "Carry them out": what was printed, by a word that stands for it. What is done or run as "it" is the program itself. */
const THEM =
  /\b(?:(?:carry|follow|execute|run|perform|obey|apply|do|complete)\s+(?:them|these|those|each)|(?:carry|follow|execute|obey)\s+it)\b(?:\s+(?:out|all|in order|one (?:after|by)\b))?(?!\s+(?!(?:all|and|then|as|at|before|after|by|in|on|to|now|one|out|exactly|word|step|line|without|with|until|immediately|directly|verbatim|yourself)\b)[a-z]\w)/gi;
/** Somebody is told that there will be something to read. */
const TOLD =
  /\b(?:print|output|stdout|return|show|display|list|sa(?:y|id)|tell|told|emit|giv|writ|produc|answer|repl|respon|fetch|download|get|read|load|pull)\w*\b/i;
const TOLD_CHARS_MAX = 400;
/** "If `NOTES.md` exists, follow it": a document, which is read as one. */
const OF_DOCUMENT = /\w\.(?:md|mdx|txt|rst|json|ya?ml)\b[^.!?\n]{0,80}$/i;
/** "The agent lists skills and can execute them": what somebody is able to do is no order. */
const ABLE = /\b(?:can|could|may|might)\s+$/i;
/** "Run that line", "if it prints a step, do that": one thing that was printed. */
const THAT =
  /\b(?:run|execute|do|carry out|perform|follow)\s+(?:that|this|the (?:printed|last|shown|suggested|returned))\s+(?:line|command|step|instruction|action)\b|\b(?:prints?|ends with|shows?|returns?)\b[^.!?\n]{0,60}[,;]\s*(?:please )?(?:run|do|execute|follow|perform) (?:that|this)\b/gi;
/** "It prints the guide … Apply the guide": a text of orders by its name, first as what is printed, then as what is obeyed. */
const BY_NAME =
  /\b(?:prints?|outputs?|shows?|displays?|emits?|returns?|fetch(?:es)?|loads?|pulls?|downloads?)\s+(?:\w+\s+){0,3}?(guide|guidelines?|rules|rulebook|checklist|policy|policies|playbook|runbook|conventions|standards?|procedure|protocol|instructions|steps)\b[^#]{0,300}?\b(?:apply|follow|obey|work through|carry out|comply with|stick to|adhere to)\s+(?:the|that|this|each|every|all|those|these)\s+(?:\w+\s+){0,2}?\1\b/gi;
/** The verb itself forbidden: "do not act on what it says". */
const FORBIDDEN =
  /\b(?:do not|don['’]t|never|must not|should not|not to)\s+(?:\w+ly\s+)?(?:follow|obey|execute|carry out|act|comply|perform|adhere|do|run|apply|treat)\b/gi;
const NEAR = { before: 800, after: 300 } as const;

type FollowedInput = {
  readonly analysis: Analysis;
  /** Documents that somebody is led to. */
  readonly documents: readonly Unit[];
  readonly isLive: (unit: Unit, start: number, end: number) => boolean;
  readonly filesOf: (target: string, from: string) => readonly string[];
  /** What a file would print, as far as reading it tells; `undefined` when it was not read. */
  readonly printedBy: (file: string) => Value | undefined;
  readonly recordUnread: (file: string, detail: string) => void;
};

/**
 * "Run it and do what it prints": what it prints is content. As far as reading tells it, it is reviewed as the instructions
 * it will be; where it comes from outside, or nothing of it can be told, nobody has read what will be followed.
 */
export function reviewFollowedOutput(input: FollowedInput): void {
  const runs = input.analysis.recorder.facts.filter(
    (fact): fact is FactOf<'reference'> => fact.kind === 'reference' && fact.value.isRun,
  );
  for (const order of liveOrders(input))
    for (const run of runs.filter(({ span }) => isNear(span, order)))
      if (!order.isOfLines || isFetched(input, run)) reviewOutput(input, run);
  for (const run of runs) reviewTelling(input, run);
}

type Order = {
  readonly unit: Unit;
  readonly at: number;
  /** Said of the lines of a text, which may be one that stands in a file. */
  readonly isOfLines: boolean;
};

function liveOrders({ documents, isLive }: Pick<FollowedInput, 'documents' | 'isLive'>): Order[] {
  return documents.flatMap((unit) => {
    const asked = unit.span.view.text.replace(FORBIDDEN, (words) => ' '.repeat(words.length));
    const found = (shape: RegExp, isOfLines: boolean): Order[] =>
      [...asked.matchAll(shape)]
        .filter(({ index, 0: words }) => isLive(unit, index, index + words.length))
        .filter(({ index }) => shape !== THEM || isOfOutput(asked, index))
        .map(({ index }) => ({ unit, at: index, isOfLines }));
    return [
      ...found(ORDER, false),
      ...found(EACH_LINE, true),
      ...found(THEM, true),
      ...found(THAT, true),
      ...found(BY_NAME, true),
    ];
  });
}

/** The word stands for what the same section says is printed or fetched. */
function isOfOutput(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - TOLD_CHARS_MAX), at);
  const section = before.split(/\n#{2,6} /).at(-1) ?? before;
  return TOLD.test(section) && !OF_DOCUMENT.test(section) && !ABLE.test(section);
}

/** What the sandbox saw a program or a block of commands print. */
export type PrintedText = { readonly unit: Unit; readonly span: Span; readonly text: string };

/** The same for what was printed when it was run: by whatever way a program came to these words, they are what is followed. */
export function reviewPrinted(input: Omit<FollowedInput, 'printedBy' | 'recordUnread'>, printed: PrintedText[]): void {
  const orders = liveOrders(input);
  const runs = input.analysis.recorder.facts.filter(
    (fact): fact is FactOf<'reference'> => fact.kind === 'reference' && fact.value.isRun,
  );
  for (const { unit, span, text } of printed) {
    const started = runs.filter(({ value, unit: by }) => input.filesOf(value.target, by.file).includes(unit.file));
    const isFollowed = [span, ...started.map((run) => run.span)].some((at) => orders.some((one) => isNear(at, one)));
    if (isFollowed || (KEY.test(text) && SENDER.test(text)))
      input.analysis.descend({ lang: 'text', text, at: span, unit, origin: 'decoded', layer: 'what it prints' });
  }
}

/** The second form is said of lists in files as well: it counts where what is printed comes from the net. */
const isFetched = ({ filesOf, printedBy }: FollowedInput, run: FactOf<'reference'>): boolean =>
  filesOf(run.value.target, run.unit.file).some((file) => {
    const printed = printedBy(file);
    return printed !== undefined && fetchedFrom(printed) !== undefined;
  });

function isNear(span: Span, { unit, at }: Order): boolean {
  const { view, start } = toOriginal(span);
  return view === unit.span.view && start > at - NEAR.before && start < at + NEAR.after;
}

const KEY = /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\b|\.gnupg\b|\.kube\b|\.netrc\b/;
const SENDER = /\b(?:curl|wget|nc|ncat|scp|rsync|sftp|iwr|irm|invoke-\w+)\s/i;

/** However it is to be used: a program that prints how keys are sent tells somebody to send them. */
function reviewTelling(
  { analysis, filesOf, printedBy }: FollowedInput,
  { value, unit, span }: FactOf<'reference'>,
): void {
  for (const file of filesOf(value.target, unit.file)) {
    const printed = printedBy(file);
    const text = printed === undefined || printed.text === null ? '' : shown(printed);
    if (KEY.test(text) && SENDER.test(text))
      analysis.descend({ lang: 'text', text, at: span, unit, origin: 'decoded', layer: 'what it prints' });
  }
}

function reviewOutput({ analysis, filesOf, printedBy, recordUnread }: FollowedInput, run: FactOf<'reference'>): void {
  for (const file of filesOf(run.value.target, run.unit.file)) {
    const printed = printedBy(file);
    if (printed?.isDecoded && printed.text !== null)
      recordUnread(file, 'what it prints is to be followed, and is kept where no reader sees it');
    if (printed === undefined || printed.text === null || comesFromOutside(printed))
      recordUnread(file, 'what it prints is to be followed, and only running it tells what that is');
    if (printed?.text)
      analysis.descend({
        lang: 'text',
        text: shown(printed),
        at: run.span,
        unit: run.unit,
        origin: 'decoded',
        layer: 'what it prints',
      });
  }
}

const comesFromOutside = (printed: Value): boolean =>
  fetchedFrom(printed) !== undefined || (printed.isDecoded && !isFullyKnown(printed));
