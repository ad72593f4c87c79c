/**
 * Loaded before a program that consists of hundreds of files. It resolves two kinds of import without disk access: a
 * relative name with a file extension, which is a file by the rules of the language, and a name below
 * `@assay/analysis/`, which is a file of that package according to its `exports`. Node's own lookup checks the disk for
 * each of them and for every parent folder, which takes a fifth of the start time. A missing file is detected when it
 * is read.
 */
import * as modules from 'node:module';

/** Missing before Node 22.15, where a start stays slower. */
const { registerHooks } = modules as Partial<typeof modules>;
/** In the source tree the packages are siblings. In an installation, Node resolves them. */
const ANALYSIS = import.meta.url.endsWith('.ts') ? new URL('../../../analysis/src/', import.meta.url) : undefined;
const ANALYSIS_NAME = '@assay/analysis/';
/** The only name in the `exports` of the analysis package that is not a file name. */
const TYPES = 'types';

registerHooks?.({
  resolve(name, context, next) {
    if (ANALYSIS !== undefined && name.startsWith(ANALYSIS_NAME)) {
      const path = name.slice(ANALYSIS_NAME.length);
      const file = path === TYPES ? 'types/index.ts' : `${path}.ts`;
      return { url: new URL(file, ANALYSIS).href, format: 'module-typescript', shortCircuit: true };
    }
    const { parentURL, conditions } = context;
    if (parentURL === undefined || !name.startsWith('.')) return next(name, context);
    // Only our own modules have this extension, and all of them are ES modules.
    if (name.endsWith('.ts'))
      return { url: new URL(name, parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!/[.]m?js$/.test(name) || !conditions.includes('import')) return next(name, context);
    return { url: new URL(name, parentURL).href, shortCircuit: true };
  },
});
