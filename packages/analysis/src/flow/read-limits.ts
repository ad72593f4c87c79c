/** Which limits were met, and in which files what lies beyond them was not read. */
export class ReadLimits {
  readonly hit = new Map<string, Set<string>>();
  /** What is read now is data, looked at as if it were a program: no file is unread for what is left out of that. */
  isGuessing = false;

  /** What stands beyond this limit in this file was not followed. */
  note(name: string, file: string): void {
    const files = this.hit.get(name) ?? new Set<string>();
    this.hit.set(name, files.add(this.isGuessing ? '' : file));
  }
}
