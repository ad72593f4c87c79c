import { fileURLToPath } from 'node:url';
import { ANALYSIS_ROOT, compiledFolder, modulesFolder } from '@assay/analysis/node/compiled-code';

/** The folder in which the engines are installed. */
const enginesFolder = (): string => modulesFolder('just-bash', import.meta.url);

/** The cache is beside the engines, where sandbox processes may read. */
export const enginesCache = (name: string): string => compiledFolder(name, enginesFolder());

const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Permission to read the engines, this package and its imports from the analysis package. */
export const readFlags = (): string[] =>
  [enginesFolder(), PACKAGE_ROOT, ANALYSIS_ROOT].map((folder) => `--allow-fs-read=${folder}`);
