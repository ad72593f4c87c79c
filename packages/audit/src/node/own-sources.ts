/**
 * Loaded before a program that consists of hundreds of files. In an import, a name that starts with a dot and ends as files do is that
 * file, by the rules of the language, and a name below `@assay/analysis/` is a file of that package, as its `exports` say. Node looks at the
 * disk for each of them and for every folder above it, which is a fifth of a start. A file that is not there is missed when it is read.
 */
import * as modules from 'node:module';

/** Not there before Node 22.15, where a start is as slow as it is. */
const { registerHooks } = modules as Partial<typeof modules>;
/** As sources the packages lie beside each other; as others install them, Node has to look. */
const ANALYSIS = import.meta.url.endsWith('.ts') ? new URL('../../../analysis/src/', import.meta.url) : undefined;
const ANALYSIS_NAME = '@assay/analysis/';
/** The one name in the `exports` of the analysis that is not the name of a file. */
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
    // Ours alone are written so, and all of them are modules.
    if (name.endsWith('.ts'))
      return { url: new URL(name, parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!/[.]m?js$/.test(name) || !conditions.includes('import')) return next(name, context);
    return { url: new URL(name, parentURL).href, shortCircuit: true };
  },
});
