import { existsSync } from 'node:fs';
import { readVersion } from './version.ts';

const PARTS = ['audit', 'analysis', 'sandbox', 'contract-review', 'reader'];

/** Globally installed packages have no manifest beside their `node_modules`. The scanner must be in the same one. */
const isInProject = (): boolean => existsSync(new URL('../../../../package.json', import.meta.url));

/** `pnpCode` is set by Yarn Plug'n'Play, whose codes depend on how the project is declared. */
function isMissing(error: unknown): boolean {
  const { code, pnpCode } = (error ?? {}) as { readonly code?: unknown; readonly pnpCode?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' || pnpCode !== undefined;
}

/** Explains how to install a missing part of the scanner. The command is published without it, at a twentieth of the size. */
export function explainMissingEngine(error: unknown, isLocal = isInProject()): string | undefined {
  if (!isMissing(error)) return undefined;
  const [, part] =
    /(?:'|access )(@assay\/(?:audit|analysis|sandbox|contract-review|reader))[/' ]/.exec((error as Error).message) ??
    [];
  if (part === undefined) return undefined;
  const packages = PARTS.map((name) => `@assay/${name}@${readVersion()}`).join(' ');
  return `${part} is not installed. Install the scanner, then run the command again: npm install ${isLocal ? '' : '--global '}${packages}`;
}
