import { fileURLToPath } from 'node:url';
import { ANALYSIS_ROOT, compiledFolder, modulesFolder } from '@assay/analysis/node/compiled-code';

/** The folder the engines are installed in. */
const enginesFolder = (): string => modulesFolder('just-bash', import.meta.url);

/** Beside the engines, which sandbox processes may read. */
export const enginesCache = (name: string): string => compiledFolder(name, enginesFolder());

const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Leave to read the engines, this package and what it imports of the analysis. */
export const readFlags = (): string[] =>
  [enginesFolder(), PACKAGE_ROOT, ANALYSIS_ROOT].map((folder) => `--allow-fs-read=${folder}`);
