import { lineAround } from '@assay/analysis/bundle/decode/view';
import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { Facts, Severity, SourceClass, Span } from '@assay/analysis/types';
import type { Flow } from '../flow.facts.ts';
import { isPlainService } from './destination.ts';
import { isSignedIn } from './key.severity.ts';

const TALK: ReadonlySet<SourceClass> = new Set(['conversation', 'memory']);
export const isTalk = ({ value }: Flow): boolean => TALK.has(value.source.class);

/** Notes as the whole body of a request: in a shell that is certain, in a program they may be one value of them. */
export function talkSeverity(flow: Flow, facts: Facts): Severity {
  const { value, unit } = flow;
  const { source, position, sink, path } = value;
  if (position !== 'body' || sink.destination === null) return 'MEDIUM';
  if (isOwnTalk(source.label, facts.about.name)) return 'HIGH';
  // A store that the user has an account at, and says so on the same line.
  if (isPlainService(value) && isSignedIn(flow, facts)) return 'HIGH';
  const isState = source.class === 'memory' && STATE.test(source.label);
  if (isState && !isShadyOrigin(sink.destination.origin)) return 'HIGH';
  return (unit.lang === 'shell' && !isOneLine(path[0])) || isShadyOrigin(sink.destination.origin) ? 'CRITICAL' : 'HIGH';
}

/** `memory/tidynotes.json` of the skill `tidynotes`: what was said to this very skill. */
const isOwnTalk = (path: string, name: string): boolean => {
  const [file = ''] = (path.split('/').at(-1) ?? '').split('.');
  return file.length >= OWN_NAME_CHARS_MIN && file.toLowerCase() === name.toLowerCase().replace(/\s+/g, '-');
};
const OWN_NAME_CHARS_MIN = 6;

/** What a tool keeps for itself beside the notes; notes are written in words. */
const STATE = /\/[^/]+\.(?:json|ya?ml|toml|lock)$/i;

/** `grep -m1 Name: notes.md`, `jq -r .id notes.json`: one value of the notes, and not the notes. */
const isOneLine = (source: Span | undefined): boolean => source !== undefined && ONE_VALUE.test(lineAround(source));
const ONE_VALUE =
  /\bgrep\s(?:-\w+\s)*-\w*m\s?1\s|\bgrep\s[^|\n]*\|\s*head\s+-(?:n\s*)?1\b|\bjq\s+-r\s+(["']?)\.\w+(?:\s*\/\/\s*\w+)?\1\s/;
