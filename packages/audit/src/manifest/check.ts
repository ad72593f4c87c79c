import { type Manifest, type ManifestCheck, ManifestInput, type ManifestIssue, toJsonPointer } from '@assay/protocol';
import { isCapability, toCapability } from '../report/declared.ts';
import { compareWithSource } from './compare.ts';
import { setting } from './edit.ts';
import { impliedSafety, toManifest } from './normalise.ts';
import type { ProposedManifest } from './propose.ts';

/** A manifest may contain a megabyte of mistakes. More than this is of no use. */
const ISSUES_MAX = 100;

const MEMBERS: readonly string[] = Object.keys(ManifestInput.shape);

/**
 * Lists the problems of a manifest and, with `observed`, its differences from the source. A submission with an error is
 * refused. A warning costs nothing but may become a finding. Each edit applies to the document as given.
 */
export function checkManifest(given: Readonly<Record<string, unknown>>, observed?: ProposedManifest): ManifestCheck {
  const parsed = ManifestInput.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.slice(0, ISSUES_MAX).map(toIssue);
    return { valid: false, errors, warnings: unknownMembers(given).slice(0, ISSUES_MAX), normalised: null };
  }
  const normalised = toManifest(parsed.data);
  const errors = badAddresses(parsed.data).slice(0, ISSUES_MAX);
  const warnings = [
    ...unknownMembers(given),
    ...capabilityWords(parsed.data),
    ...repeats(parsed.data),
    ...understatedSafety(parsed.data, normalised),
    ...(observed === undefined ? [] : compareWithSource(parsed.data, normalised, observed)),
  ];
  return { valid: errors.length === 0, errors, warnings: warnings.slice(0, ISSUES_MAX), normalised };
}

type ShapeIssue = { readonly code?: string; readonly path: readonly PropertyKey[]; readonly message: string };

/**
 * Every member and element is optional, so removal resolves the issue. For a list that is too long, the developer must
 * choose the elements.
 */
function toIssue({ code, path, message }: ShapeIssue): ManifestIssue {
  const pointer = toJsonPointer(path.map(String));
  const isList = code === 'too_big' && path.length === 1;
  return { pointer, detail: message, edit: isList || path.length === 0 ? null : { op: 'remove', path: pointer } };
}

const unknownMembers = (given: Readonly<Record<string, unknown>>): ManifestIssue[] =>
  Object.keys(given)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => {
      const pointer = toJsonPointer([name]);
      return { pointer, detail: 'is no member of a manifest and is not kept', edit: { op: 'remove', path: pointer } };
    });

const isWebAddress = (text: string): boolean => /^(?:https?|wss?):\/\/[^\s/]+/.test(text) && URL.canParse(text);

function badAddresses({ externalCalls = [], declaredEndpoints = [] }: ManifestInput): ManifestIssue[] {
  const places = [
    ...externalCalls.map((call, index) =>
      typeof call === 'string'
        ? { text: call, path: ['externalCalls', index] }
        : { text: call.url, path: ['externalCalls', index, 'url'] },
    ),
    ...declaredEndpoints.map((text, index) => ({ text, path: ['declaredEndpoints', index] })),
  ];
  return places.filter(({ text }) => !isWebAddress(text)).map(({ text, path }) => toAddressIssue(text, path));
}

function toAddressIssue(text: string, steps: readonly (string | number)[]): ManifestIssue {
  const path = toJsonPointer(steps);
  const completed = `https://${text}`;
  const isBareHost = !text.includes('://') && isWebAddress(completed);
  const edit = isBareHost
    ? { op: 'replace' as const, path, value: completed }
    : { op: 'remove' as const, path: toJsonPointer(steps.slice(0, 2)) };
  return { pointer: path, detail: 'must be a whole address, for example https://api.example.org/v1', edit };
}

const capabilityWords = ({ capabilities = [] }: ManifestInput): ManifestIssue[] =>
  capabilities.flatMap((word, index): ManifestIssue[] => {
    const pointer = `/capabilities/${index}`;
    const name = toCapability(word);
    if (!isCapability(name))
      return [{ pointer, detail: 'is a word of its own: kept, but nothing is compared with it', edit: null }];
    if (name === word) return [];
    return [{ pointer, detail: `is written ${name}`, edit: { op: 'replace', path: pointer, value: name } }];
  });

/** Reports the second and later of equal values. Different words for one capability count as equal. */
function repeats(input: ManifestInput): ManifestIssue[] {
  const lists: Record<string, readonly string[]> = {
    capabilities: (input.capabilities ?? []).map(toCapability),
    externalCalls: (input.externalCalls ?? []).map((call) =>
      typeof call === 'string' ? call : `${call.method ?? ''} ${call.url}`,
    ),
    declaredEndpoints: input.declaredEndpoints ?? [],
    secrets: input.secrets ?? [],
    tools: input.tools ?? [],
  };
  return Object.entries(lists).flatMap(([member, values]) => {
    const seen = new Set<string>();
    return values.flatMap((value, index): ManifestIssue[] => {
      if (!seen.has(value)) {
        seen.add(value);
        return [];
      }
      const pointer = `/${member}/${index}`;
      return [{ pointer, detail: 'is there twice', edit: { op: 'remove', path: pointer } }];
    });
  });
}

const RANKS = { NONE: 0, DECLARED: 1, ANY: 2, READ: 1, WRITE: 2 } as const;

function understatedSafety(input: ManifestInput, { capabilities, externalCalls, safety }: Manifest): ManifestIssue[] {
  const implied = impliedSafety(capabilities, externalCalls);
  const members = ['network', 'filesystem'] as const;
  return members
    .filter((member) => RANKS[safety[member]] < RANKS[implied[member]])
    .map((member) => ({
      pointer: `/safety/${member}`,
      detail: `is ${safety[member]}, but the rest of the manifest needs ${implied[member]}`,
      edit: setting(input, ['safety', member], implied[member]),
    }));
}
