import type { z } from 'zod';
import type { FieldError } from '../problems.ts';
import { toJsonPointer } from '../seal/json-pointer.ts';

/** Limits the answer to a hostile request, which could otherwise get one error for each value. */
const FIELD_ERRORS_MAX = 100;

type Path = readonly (string | number)[];
type Parsed<Schema extends z.ZodType> =
  | { readonly success: true; readonly data: z.output<Schema> }
  | { readonly success: false; readonly errors: readonly FieldError[] };

/**
 * Parses one part of a request. The text rule applies to every string and member name in it, including undeclared ones:
 * PostgreSQL cannot store U+0000, and an unpaired surrogate has no UTF-8 form.
 */
export function parseWire<Schema extends z.ZodType>(schema: Schema, value: unknown, at = ''): Parsed<Schema> {
  const errors = findBadText(value, at);
  if (errors.length > 0) return { success: false, errors };
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed;
  return { success: false, errors: toFieldErrors(parsed.error, at, value) };
}

/** The schema errors of `value`, with pointers below `at`. */
export const toFieldErrors = ({ issues }: z.ZodError, at: string, value: unknown): FieldError[] =>
  issues.slice(0, FIELD_ERRORS_MAX).map((issue) => ({
    pointer: `${at}${toJsonPointer(issue.path.map((step) => (typeof step === 'number' ? step : String(step))))}`,
    detail: isMissing(issue, value) ? toRequired(issue.path) : issue.message,
  }));

/** Custom rules produce their own message, so they are not reported as missing. */
function isMissing({ path, code }: z.core.$ZodIssue, value: unknown): boolean {
  if (code === 'custom' || code === 'unrecognized_keys') return false;
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return true;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at === undefined;
}

function toRequired(path: readonly PropertyKey[]): string {
  const name = path.findLast((step) => typeof step === 'string');
  return name === undefined ? 'a JSON body is required' : `\`${name}\` is required`;
}

/** Every string and member name that breaks the text rule, as pointers below `at`. */
export function findBadText(value: unknown, at = ''): FieldError[] {
  const errors: FieldError[] = [];
  collectBadText(value, [], (path, detail) => {
    if (errors.length < FIELD_ERRORS_MAX) errors.push({ pointer: `${at}${toJsonPointer(path)}`, detail });
  });
  return errors;
}

/** Replaces invalid text with U+FFFD, for inputs that were accepted before the rule was enforced. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), toStorable(member)]));
}

const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** `path` is shared and restored: a copy for each value would cost more than the check. */
function collectBadText(value: unknown, path: (string | number)[], report: (path: Path, detail: string) => void): void {
  if (typeof value === 'string') {
    const detail = complaintAbout(value);
    if (detail !== undefined) report(path, detail);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const detail = isList ? undefined : complaintAbout(name);
    if (detail !== undefined) report(path, `has a member name that ${detail}`);
    path.push(name);
    collectBadText(member, path, report);
    path.pop();
  }
}

function complaintAbout(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain U+0000';
  return text.isWellFormed() ? undefined : 'must not contain an unpaired surrogate';
}
