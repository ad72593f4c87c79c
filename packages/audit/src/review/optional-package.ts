/**
 * Loads a package that may be absent. Returns `undefined` when it is not installed and throws when it is installed but
 * broken.
 */
export async function loadOptional<M>(name: string, load: () => Promise<M>): Promise<M | undefined> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error, name)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.startsWith(`Cannot find package '${name}'`);
