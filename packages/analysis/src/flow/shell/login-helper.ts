/** A helper for logins is told every login that works. */
export const fedWithLogin = (key: string, command: string): string =>
  /^credential(?:\..+)?\.helper$/i.test(key)
    ? `git credential fill | { ${command.replace(/\\(["\\])/g, '$1')}\n}`
    : command;
