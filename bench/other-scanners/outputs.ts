/** Parses the output of the scanners into the names of the samples that each refuses by its own default. */

const sampleOf = (path: string): string => /\.claude\/skills\/(sample-\d+)/.exec(path)?.[1] ?? 'elsewhere';

type AssayLine = { readonly target: string; readonly reviewResult: string };

export function readAssay(jsonl: string): ReadonlySet<string> {
  const lines = jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AssayLine);
  const refused = lines.filter(({ reviewResult }) => reviewResult === 'UNSAFE' || reviewResult === 'UNDECIDED');
  return new Set(refused.map(({ target }) => sampleOf(target)));
}

type FerretReport = { readonly findings: readonly { readonly severity: string; readonly relativePath: string }[] };

/** It fails on HIGH and above by default. */
export function readFerret(json: string): ReadonlySet<string> {
  const { findings } = JSON.parse(json) as FerretReport;
  const failing = findings.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
  return new Set(failing.map(({ relativePath }) => sampleOf(relativePath)));
}
