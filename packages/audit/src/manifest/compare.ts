import type { Manifest, ManifestInput, ManifestIssue } from '@assay/protocol';
import { isCapability, toCapability } from '../report/declared.ts';
import { adding, setting } from './edit.ts';
import type { ManifestEvidence, ProposedManifest } from './propose.ts';

/** Compares a manifest with its source: undeclared behaviour, and declarations without evidence. */
export function compareWithSource(
  input: ManifestInput,
  given: Manifest,
  { manifest: observed, evidence }: ProposedManifest,
): ManifestIssue[] {
  const placeOf = (pointer: string): string => toPlace(evidence.find((one) => one.pointer === pointer));
  return [
    ...missing('capabilities', 'is used and not declared'),
    ...missing('secrets', 'is read and not declared'),
    ...missing('tools', 'is granted and not declared'),
    ...missingCalls(),
    ...unusedWords(
      'capabilities',
      (input.capabilities ?? []).map(toCapability).map((name) => (isCapability(name) ? name : null)),
    ),
    ...unusedWords('secrets', input.secrets ?? []),
    ...unusedCalls(),
    ...differentSafety(),
  ];

  function missing(list: 'capabilities' | 'secrets' | 'tools', detail: string): ManifestIssue[] {
    return observed[list].flatMap((value, index): ManifestIssue[] =>
      given[list].includes(value)
        ? []
        : [
            {
              pointer: `/${list}`,
              detail: `${value} ${detail}: ${placeOf(`/${list}/${index}`)}`,
              edit: adding(input, list, value, observed[list]),
            },
          ],
    );
  }

  /** A declared host covers all calls to it. */
  function missingCalls(): ManifestIssue[] {
    const named = new Set([...given.externalCalls, ...given.declaredEndpoints].map(hostOf));
    return observed.externalCalls.flatMap((url, index): ManifestIssue[] => {
      if (named.has(hostOf(url))) return [];
      named.add(hostOf(url));
      return [
        {
          pointer: '/externalCalls',
          detail: `${url} is called and not declared: ${placeOf(`/externalCalls/${index}`)}`,
          edit: adding(input, 'externalCalls', url, observed.externalCalls),
        },
      ];
    });
  }

  function unusedWords(list: 'capabilities' | 'secrets', words: readonly (string | null)[]): ManifestIssue[] {
    const seen: readonly string[] = observed[list];
    return words.flatMap((word, index): ManifestIssue[] =>
      word === null || seen.includes(word) ? [] : [unused(`/${list}/${index}`, 'nothing in the source uses it')],
    );
  }

  function unusedCalls(): ManifestIssue[] {
    if (observed.safety.network === 'ANY') return []; // an address known only at run time may be any of them
    const called = new Set(observed.externalCalls.map(hostOf));
    return (input.externalCalls ?? []).flatMap((call, index): ManifestIssue[] =>
      called.has(hostOf(typeof call === 'string' ? call : call.url))
        ? []
        : [unused(`/externalCalls/${index}`, 'nothing in the source calls this host')],
    );
  }

  function differentSafety(): ManifestIssue[] {
    const members = ['network', 'filesystem'] as const;
    return members
      .filter((member) => given.safety[member] !== observed.safety[member])
      .map((member) => ({
        pointer: `/safety/${member}`,
        detail: `is ${given.safety[member]}; the source needs ${observed.safety[member]}: ${placeOf(`/safety/${member}`)}`,
        edit: setting(input, ['safety', member], observed.safety[member]),
      }));
  }
}

const unused = (pointer: string, detail: string): ManifestIssue => ({
  pointer,
  detail,
  edit: { op: 'remove', path: pointer },
});

const toPlace = (evidence: ManifestEvidence | undefined): string =>
  evidence === undefined ? 'nothing there asks for more' : `${evidence.path}, line ${evidence.line}`;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
