import { toUrlValue } from '../../models/origins/origin.ts';
import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { recordIndex } from '../shell/install.ts';
import type { CodeValue } from './code-value.ts';

type Place = { readonly analysis: Analysis; readonly unit: Unit; readonly at: Span };

const INDEX_KEYS = ['index-url', 'extra-index-url'];
/** Where such settings are kept: a program that names the file writes them there. */
const SETTINGS_FILE = /\bpip\.(?:conf|ini)\b/;

/** `conf["global"] = {"extra-index-url": …}`: where packages come from, as data of the program that writes the settings. */
export function notePackageIndex(entries: ReadonlyMap<string, CodeValue>, { analysis, unit, at }: Place): void {
  for (const key of INDEX_KEYS) {
    const held = entries.get(key)?.text;
    const url = held == null || !SETTINGS_FILE.test(unit.span.view.text) ? undefined : toUrlValue(held);
    if (url !== undefined) recordIndex(analysis, unit, at, url);
  }
}
