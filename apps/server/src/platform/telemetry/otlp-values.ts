/** Values in OTLP's JSON form, where 64-bit numbers are strings. */
export const toNanos = (at: Date): string => String(BigInt(Math.round(at.getTime())) * 1_000_000n);

export const toAttributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
