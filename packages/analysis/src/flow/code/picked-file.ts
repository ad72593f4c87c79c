import { UNKNOWN_PART } from '../../models/origins/origin.ts';
import type { CallSite } from './call-site.ts';

/** Words of programs that reach out of themselves; data has few of them. */
const ACTS =
  /\b(?:child_process|execSync|spawnSync|mainModule|subprocess|__import__|os\.system|popen|eval|exec|system|urlopen|requests|socket|fetch|XMLHttpRequest|shell_exec|Runtime)\b/;
/** A folder that is told, and in it a name that is not. */
const IN_FOLDER = /^[^␀]*[\w-]\/[^/]*␀[^/]*$/;

/** One of several files of the bundle, by a name that only running tells: the one that says most, if any does. */
export function pickedFile({ analysis, unit }: CallSite, path: string): string | undefined {
  const name = path.startsWith(`${UNKNOWN_PART}/`) ? path.slice(UNKNOWN_PART.length + 1) : path;
  if (!IN_FOLDER.test(name)) return undefined;
  return analysis.findOneOf(name, unit.file).find(({ text }) => ACTS.test(text))?.text;
}
