/** Loads a package that may be absent: nothing where it is not installed, and an error where it is installed and broken. */
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
