/** Small type checks for untrusted values. A schema library would be larger than the rest of the package. */
export type Dict = Readonly<Record<string, unknown>>;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    isText(value) && pattern.test(value);

export const isCertificateId = matches(/^[0-9a-f]{24}$/);
export const isSha256 = matches(/^[0-9a-f]{64}$/);
export const isHash32 = matches(/^0x[0-9a-f]{64}$/);
export const isKeyId = matches(/^[0-9a-f]{16}$/);
export const isUuid = matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const isTimeText = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A time in the wire format that exists. */
export const isTime = (value: unknown): value is string => isTimeText(value) && !Number.isNaN(Date.parse(value));

export const oneOf =
  <const Values extends readonly string[]>(values: Values) =>
  (value: unknown): value is Values[number] =>
    isText(value) && values.includes(value);

const STATUSES = ['APPROVED', 'DEPRECATED', 'SUSPENDED'] as const;
/** In ascending order of severity. */
export const LEVELS = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;
/** In ascending order of trust. */
export const READERS = ['NONE', 'MODEL', 'PERSON'] as const;
export type SecurityLevel = (typeof LEVELS)[number];
export type RiskLevel = (typeof RISKS)[number];
export type Reader = (typeof READERS)[number];

export const isStatus = oneOf(STATUSES);
export const isLevel = oneOf(LEVELS);
export const isRisk = oneOf(RISKS);
export const isReader = oneOf(READERS);

/** Clock differences below this limit are tolerated. */
export const CLOCK_SKEW_MS = 300_000;
