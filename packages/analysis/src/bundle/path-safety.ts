import type { IntegrityValue } from '../types/index.ts';
import { INTAKE_LIMITS } from './limits.ts';

const DEVICE_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Why a path must not be unpacked, or `undefined` if it may be. */
export function findPathProblem(path: string): { problem: IntegrityValue['problem']; detail: string } | undefined {
  const segments = path.split('/');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return { problem: 'path-escape', detail: 'absolute path' };
  if (segments.includes('..')) return { problem: 'path-escape', detail: 'leads out of the bundle' };
  if (path.includes('\\') || path.includes('\0'))
    return { problem: 'path-escape', detail: 'backslash or NUL in the name' };
  if (segments.some((segment) => DEVICE_NAMES.test(segment)))
    return { problem: 'reserved-name', detail: 'device name' };
  if (path.length > INTAKE_LIMITS.pathBytesMax || segments.length > INTAKE_LIMITS.pathDepthMax)
    return { problem: 'reserved-name', detail: 'path too long or too deep' };
  return undefined;
}

/** Resolves `target` against the folder of `from`; `undefined` when it leaves the bundle. */
export function resolveInside(from: string, target: string): string | undefined {
  if (target.startsWith('/') || target.startsWith('~') || /^[A-Za-z]:/.test(target)) return undefined;
  const out = from.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') out.push(segment);
    else if (out.pop() === undefined) return undefined;
  }
  return out.join('/');
}
