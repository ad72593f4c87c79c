import { UNKNOWN_PART } from '@assay/analysis/models/origins/origin';

/** A path prefix for the folder of the skill or of the script: `${CLAUDE_SKILL_DIR}/`, `$(dirname "$0")/`. */
const BASE = new RegExp(`^(?:${UNKNOWN_PART}|\\$\\{?[A-Za-z_]\\w*\\}?|\\{\\w+\\})/`);

/**
 * Whether a path leads out of the bundle, relative to the root or to the folder of the file that names it. The
 * publisher controls the content there, and no review covers it.
 */
export function leavesBundle(target: string, file: string): boolean {
  const path = target.replaceAll('\\', '/').replace(BASE, '');
  if (/(?:^|\/)\.?(?:venv|env|node_modules)\//.test(path)) return false;
  if (/(?:^|\/)\.git\//.test(path) && !path.startsWith('/') && !path.endsWith('.git/*')) return true;
  if (/^(?:[~/]|[a-z]:|\w+:\/\/)/i.test(path)) return false;
  let depth = file.split('/').length - 1;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
