import { rootView, type ViewIds } from '@assay/analysis/bundle/decode/view';
import type { Intake } from '@assay/analysis/bundle/read-bundle';
import type { Bundle } from '@assay/analysis/types';
import { type ParsedJson, parsePlacedJson } from './json/json.parse.ts';
import type { RuledHit } from './judge.ts';
import { TOOL_LIMITS } from './limits.ts';
import { readServer } from './read-server.ts';
import type { ToolHit } from './rule.ts';
import { unreadable } from './rules/reading.rules.ts';
import type { ServerFile } from './server.ts';

export type Reading = {
  readonly files: readonly ServerFile[];
  /** Path of the list; `null` without one. */
  readonly entry: string | null;
  /** Hits for content that could not be read. */
  readonly hits: readonly RuledHit[];
};

/** JSON files of other tools that also contain names. */
const OTHERS =
  /(?:^|\/)(?:node_modules\/|package(?:-lock)?\.json$|tsconfig[\w.]*\.json$|composer\.json$|deno\.json$|biome\.json$|\.?eslintrc)/i;
const isJson = (path: string): boolean => /\.(?:json|jsonc|json5)$/i.test(path);
const LIST_NAME = /(?:^|\/)(?:\.?mcp|server|tools?|manifest|tools[-_.]list)[\w.-]*\.json$/i;

/** Finds every document of a bundle that describes a server's offers. Reports a candidate that cannot be read. */
export function findServers({ source }: Bundle, intake: Intake, ids: ViewIds): Reading {
  const isNamed = (path: string): boolean => path === source.entry;
  const candidates = intake.files.filter(
    ({ path, text }) =>
      text !== null && !path.includes('!/') && (isNamed(path) || (isJson(path) && !OTHERS.test(path))),
  );
  const hits: ToolHit[] = [];
  const files: ServerFile[] = [];
  for (const { path, text } of candidates.slice(0, TOOL_LIMITS.manifestsMax)) {
    const view = rootView(ids, path, text ?? '');
    const parsed = parsePlacedJson(view.text);
    const server = parsed.root === undefined ? undefined : readServer(view, parsed.root, ids);
    const isList = server !== undefined && isAbout(server);
    if (isList || isNamed(path) || (server === undefined && LIST_NAME.test(path)))
      hits.push(...problemsOf(parsed, view, server));
    if (isList && server !== undefined) files.push(server);
  }
  const [first] = files.filter(({ offers }) => offers.length > 0).concat(files);
  const named = files.find(({ file }) => isNamed(file));
  const entry = named?.file ?? first?.file ?? null;
  if (!files.some(({ offers }) => offers.some(({ kind }) => kind === 'tool')))
    hits.push(nothing(ids, entry ?? intake.entry ?? '', files));
  return { files, entry, hits: hits.map((hit) => ({ rule: unreadable, hit })) };
}

const isAbout = ({ offers, launches, packages, remotes }: ServerFile): boolean =>
  offers.length + launches.length + packages.length + remotes.length > 0;

function problemsOf({ problems }: ParsedJson, view: ServerFile['view'], server: ServerFile | undefined): ToolHit[] {
  const found = problems.map(
    ({ at, what }): ToolHit => ({
      at: { view, start: Math.min(at, Math.max(view.text.length - 1, 0)), end: Math.min(at + 1, view.text.length) },
      confidence: 'certain',
      note: `${view.file} is no list that can be relied on: ${what}.`,
      leavesUndecided: true,
    }),
  );
  const many = server?.unread ?? 0;
  const over: ToolHit[] =
    many === 0
      ? []
      : [
          {
            at: { view, start: 0, end: 1 },
            confidence: 'certain',
            note: `It offers ${many} more than the ${TOOL_LIMITS.toolsMax} that are read.`,
            leavesUndecided: true,
          },
        ];
  const nameless = (server?.offers ?? [])
    .filter(({ kind, name }) => kind === 'tool' && name.trim() === '')
    .slice(0, TOOL_LIMITS.namesShownMax)
    .map(({ at }): ToolHit => ({ at, confidence: 'certain', note: 'A tool has no name.', leavesUndecided: true }));
  return [...found, ...over, ...nameless, ...(server === undefined ? [] : wordy(server))];
}

/** Reports more text than the limit. A reviewer would not read such a long list either. */
function wordy({ offers, card, view }: ServerFile): ToolHit[] {
  const texts = [...offers.flatMap((offer) => offer.texts), ...card];
  const long = texts.find((text) => text.view.text.length > TOOL_LIMITS.textCharsMax);
  const chars = texts.reduce((sum, text) => sum + text.view.text.length, 0);
  if (long === undefined && chars <= TOOL_LIMITS.proseCharsMax) return [];
  const at = long === undefined ? { view, start: 0, end: 1 } : { view: long.view, start: 0, end: 1 };
  const note =
    long === undefined
      ? `It says more than the ${TOOL_LIMITS.proseCharsMax} characters that are read.`
      : `A text is longer than the ${TOOL_LIMITS.textCharsMax} characters that are read.`;
  return [{ at, confidence: 'certain', note, leavesUndecided: true }];
}

function nothing(ids: ViewIds, file: string, files: readonly ServerFile[]): ToolHit {
  const view = files.find((one) => one.file === file)?.view ?? rootView(ids, file, '');
  const note =
    files.length === 0
      ? 'There is no list of tools.'
      : 'It says how the server is started or reached, and not which tools it offers.';
  return {
    at: { view, start: 0, end: Math.min(1, view.text.length) },
    confidence: 'certain',
    severity: 'LOW',
    note,
    leavesUndecided: true,
  };
}
