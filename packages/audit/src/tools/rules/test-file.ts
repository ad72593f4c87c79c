export const isTestFile = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.\w+$/.test(file);
