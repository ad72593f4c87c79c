import { toUrlValue } from '../models/origins/origin.ts';
import type { Unit } from '../types/index.ts';
import type { Recorder } from './recorder.ts';

const URL_SHAPE = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\^]{4,500}/gi;

/** Records every URL of the text, in code, prose and comments alike. */
export function recordUrls(recorder: Recorder, unit: Unit): void {
  const { view } = unit.span;
  for (const match of view.text.matchAll(URL_SHAPE)) {
    const text = match[0].replace(/[.,;:!?*_]+$/, '');
    const url = toUrlValue(text);
    if (url !== undefined) recorder.url(url, unit, { view, start: match.index, end: match.index + text.length });
  }
}
