import type { Unit } from '../../types/index.ts';
import type { CallSite } from './call-site.ts';

/** Below somebody's home, where others may not write: in a folder for all of them anybody puts a file of that name. */
const SKILLS_FOLDER = /^(?:~|\/root|\/home\/[^/\s␀]+|\/Users\/[^/\s␀]+)(?:\/[^/\s␀]+)*?\/skills\/([^␀]+)$/;

/** `~/.agent/skills/notes/run.py` for the skill `notes`: where agents put this very bundle, and what lies there was read. */
export function installedFile({ analysis, unit }: CallSite, path: string): string | undefined {
  const [, folders = ''] = SKILLS_FOLDER.exec(path) ?? [];
  const parts = folders.split('/');
  const at = parts.findIndex((part) => part.toLowerCase() === analysis.about.name.toLowerCase());
  if (at === -1 || at > 1 || parts.includes('..') || CHANGES.test(textOf(unit))) return undefined;
  return analysis.findFile(parts.slice(at + 1).join('/'), analysis.about.entry ?? unit.file)?.text;
}

const textOf = ({ span: { view, start, end } }: Unit): string => view.text.slice(start, end);
/** Whoever writes, unpacks, fetches or goes somewhere else may have put something else there. */
const CHANGES =
  /\b(?:urlopen|urlretrieve|urllib|requests|httpx|aiohttp|curl|wget|git|extractall|unpack_archive|chdir|symlink|copyfile|copytree|copy2?\(|move\(|rename\(|replace\(\s*os|write_bytes|subprocess|os\.system|execSync|spawn\w*|fetch\()/;
