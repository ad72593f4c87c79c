/**
 * Loaded before a program of ours that consists of hundreds of files: a name that ends in `.ts` and starts with a dot is the file
 * that it says, and a module. Node would look at the disk for each of them, at every folder above it and at every manifest, which is
 * a fifth of a start.
 */
import * as modules from 'node:module';

const isOwnSource = (name: string): boolean => name.startsWith('.') && name.endsWith('.ts');

/** Not there before Node 22.15, where a start is as slow as it is. */
const { registerHooks } = modules as Partial<typeof modules>;
registerHooks?.({
  resolve(name, context, next) {
    const { parentURL } = context;
    if (!isOwnSource(name) || parentURL === undefined) return next(name, context);
    return { url: new URL(name, parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});
