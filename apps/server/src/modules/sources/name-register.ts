import { SOURCE_LIMITS } from './source-limits.ts';
import { foldPath } from './source-path.ts';
import { rejected } from './source-problems.ts';

/**
 * Rejects too many names, two names that some file system treats as equal, and a file whose name another path uses as a
 * folder.
 */
export function createNameRegister() {
  const taken = new Map<string, 'file' | 'folder'>();
  let bytes = 0;

  function claim(path: string): void {
    bytes += Buffer.byteLength(path, 'utf8');
    if (bytes > SOURCE_LIMITS.pathsBytesMax)
      throw rejected(
        `its paths are longer than ${SOURCE_LIMITS.pathsBytesMax} bytes together; shorten or leave out some`,
      );
    claimParents(path);
    const name = foldPath(path);
    if (taken.has(name)) throw collision(path);
    taken.set(name, 'file');
  }

  function claimParents(path: string): void {
    const parts = foldPath(path).split('/').slice(0, -1);
    for (const parent of parts.map((_, index) => parts.slice(0, index + 1).join('/'))) {
      if (taken.get(parent) === 'file') throw collision(path);
      taken.set(parent, 'folder');
    }
  }

  return { claim };
}

const collision = (path: string) => rejected(`"${path}" and another name in it are the same on some systems`);
