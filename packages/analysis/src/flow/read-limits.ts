/** The limits that were reached, each with the files that were not read completely. */
export class ReadLimits {
  readonly hit = new Map<string, Set<string>>();
  /** Set while a data file is read as if it were a program. A limit reached meanwhile does not make the file unread. */
  isGuessing = false;

  /** Notes that the content of a file beyond a limit was not analysed. */
  note(name: string, file: string): void {
    const files = this.hit.get(name) ?? new Set<string>();
    this.hit.set(name, files.add(this.isGuessing ? '' : file));
  }
}
