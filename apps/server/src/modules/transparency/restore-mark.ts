/** Written into a database by `restore` and read by the publisher: a backup may have fewer leaves than were published. */
type RestoreMark = {
  readonly at: Date;
  /** The number of the newest origin in the backup; 0 when the log had none. */
  readonly originNumber: number;
};

const MARK = /^restored (\S+), log origin (\d+)$/;

export const toRestoreMark = ({ at, originNumber }: RestoreMark): string =>
  `restored ${at.toISOString()}, log origin ${originNumber}`;

export function findRestoreMark(text: string | null): RestoreMark | undefined {
  const [, at, number] = MARK.exec(text ?? '') ?? [];
  return at === undefined ? undefined : { at: new Date(at), originNumber: Number(number) };
}
