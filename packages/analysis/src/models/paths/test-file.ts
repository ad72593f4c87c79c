/** What runs when a project is tested, by its name or its folder. */
export const isTestFile = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.\w+$|(?:^|\/)test[-_][\w.-]+\.(?:sh|py|[cm]?[jt]s)$/.test(file);
