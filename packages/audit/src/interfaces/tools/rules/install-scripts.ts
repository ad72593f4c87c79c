import type { Capability } from '@assay/analysis/types';
import type { ToolFacts, ToolHit } from '../rule.ts';

/** What no package has to do to lay its own files down. */
const FAR: ReadonlySet<Capability> = new Set(['net.http', 'net.raw', 'secret.read', 'system.persist', 'msg.send']);
const PROGRAM = /[\w./@-]+\.(?:[cm]?[jt]s|sh|py)\b/g;
const FETCHES = /\b(?:curl|wget|iwr|Invoke-WebRequest)\b/i;
const HOOKED = /(?:^|\/)package\.json$/;
const BUILDS = /(?:^|\/)setup\.py$/;

/** Programs that run while a package is installed, before anybody has called a tool, and reach out. */
export function installRuns({ code }: ToolFacts): ToolHit[] {
  const doers = code.of('capability');
  const reaches = (path: string): boolean =>
    doers.some(({ file, value }) => (file === path || file.endsWith(`/${path}`)) && FAR.has(value.name));
  const hooked = doers.filter(({ file, value, span }) => {
    if (!HOOKED.test(file) || value.name !== 'proc.exec') return false;
    const line = span.view.text.slice(span.start, span.end);
    return FETCHES.test(line) || (line.match(PROGRAM) ?? []).some((path) => reaches(path.replace(/^\.\//, '')));
  });
  const built = doers.filter(({ file, value }) => BUILDS.test(file) && FAR.has(value.name));
  return [...hooked, ...built].slice(0, 1).map(
    ({ span }): ToolHit => ({
      at: span,
      confidence: 'firm',
      severity: 'HIGH',
      note: 'A program runs while it is installed, and reaches out.',
    }),
  );
}
