/** A file that a test run executes, by its name or its folder. */
export const isTestFile = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.\w+$|(?:^|\/)test[-_][\w.-]+\.(?:sh|py|[cm]?[jt]s)$/.test(file);
