import { normalisePath } from '../models/paths/path-class.ts';
import type { Fact, FactOf, SourceClass } from '../types/index.ts';
import type { Recorder } from './recorder.ts';
import type { ShellSession } from './shell/terminal.ts';
import { sourceOf, type Taint } from './value.ts';

/** Sensitive sources. A program that leaves their data in a file for another program does so to exfiltrate it. */
const WHOLE: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'secret-file',
  'environment',
  'wallet',
  'browser',
  'keychain',
  'keylog',
  'clipboard',
  'screen',
  'microphone',
  'metadata-service',
]);
const PLACES: ReadonlySet<SourceClass> = new Set<SourceClass>(['work-file', 'user-file']);
const OUTWARD = new Set(['network', 'dns', 'message']);
const WRITTEN_MAX = 400;

type Written = { readonly path: string; readonly taint: Taint };

/** Joins a program that writes sensitive data to a file with a program that sends this file or an enclosing folder. */
export function joinWritten(sessions: Iterable<ShellSession>, recorder: Recorder): void {
  const written = [...sessions].flatMap(({ files }) =>
    [...files].flatMap(([path, { taints }]) =>
      taints.filter((taint) => WHOLE.has(taint.class)).map((taint): Written => ({ path: normalisePath(path), taint })),
    ),
  );
  if (written.length === 0) return;
  for (const { taint } of written.slice(WRITTEN_MAX))
    recorder.limit('files that secrets are written to', taint.at.view.file);
  for (const flow of recorder.facts.filter(isFileFlow))
    for (const { path, taint } of written.slice(0, WRITTEN_MAX)) {
      if (!isAt(path, flow.value.source.label) || taint.at.view.file === flow.file) continue;
      const source = sourceOf(taint);
      recorder.way({ ...flow.value, source, path: [taint.at, flow.span] }, flow.unit, flow.span);
    }
}

const isFileFlow = (fact: Fact): fact is FactOf<'flow'> =>
  fact.kind === 'flow' && PLACES.has(fact.value.source.class) && OUTWARD.has(fact.value.sink.class);

/** Whether the label names the file or an enclosing folder. The home folder and `/tmp` are too general to count. */
function isAt(path: string, label: string): boolean {
  const place = normalisePath(label).replace(/\/?\*.*$/, '');
  if (place.length < 3 || /^(?:~|\/tmp|\/dev\/\w+)\/?$/.test(place)) return false;
  // A bare name is relative to an unknown folder: `cd out && send last.txt`.
  if (!place.includes('/') && path.endsWith(`/${place}`)) return true;
  return path === place || path.startsWith(`${place.replace(/\/$/, '')}/`);
}
