import { pickTelling } from '../shell/sources.ts';
import { mergeTaints, type Taint } from '../value.ts';
import { type CodeValue, fromValue, list, NOTHING } from './code-value.ts';

export const TABLE_MAX = 12;

/** One value that represents all items. Rows of equal length are merged by column; several functions become candidates. */
export function oneOf(items: readonly CodeValue[], around: readonly Taint[]): CodeValue {
  const rows = items.map(({ items: parts }) => parts);
  const width = rows[0]?.length ?? 0;
  if (width > 0 && width <= ROW_MAX && items.length <= TABLE_MAX && rows.every((row) => row?.length === width))
    return list(
      Array.from({ length: width }, (_, at) =>
        oneOf(
          rows.map((row) => row?.[at] ?? NOTHING),
          [],
        ),
      ),
    );
  const fns = items.flatMap(({ fn }) => (fn === null ? [] : [fn]));
  const telling = pickTelling(items);
  const found = items.find((item) => item.text === telling.text) ?? fromValue(telling);
  return {
    ...found,
    ...(fns.length > 1 ? { fns } : {}),
    taints: mergeTaints([found.taints, around, ...items.slice(0, TABLE_MAX).map(({ taints }) => taints)]),
  };
}
const ROW_MAX = 4;
