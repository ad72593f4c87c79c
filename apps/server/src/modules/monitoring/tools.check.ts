import type { AuditPool } from '@assay/audit/node';
import { type EngineFinding, Problem } from '@assay/protocol';
import type { Sources } from '../sources/index.ts';
import { type Lifecycle, toEngineBundle } from '../submissions/index.ts';
import { folderOf } from './source.check.ts';

type SealedBundle = Pick<Awaited<ReturnType<Lifecycle['bundleOf']>>, 'input' | 'files'>;
type Deps = { readonly sources: Pick<Sources, 'resolve' | 'readTree'>; readonly audit: AuditPool['audit'] };

/** What became of certified tools in a newer commit. `isTurned`: a tool that was approved brings a warning it did not have. */
export type ToolsSeen = { readonly isTurned: boolean; readonly changes: readonly EngineFinding[] };

const CHANGED = 'MCP-11';

/** Holds the newest list of tools against the pins of the certified one. No vote, no verdict, no change. */
export function createToolsCheck({ sources, audit }: Deps) {
  /** Undefined where there are no tools, or nothing that could be read and reviewed. */
  return async ({ input, files }: SealedBundle, commit: string): Promise<ToolsSeen | undefined> => {
    const { url, entry } = input.source;
    if (input.productType !== 'TOOL' || url === null) return undefined;
    try {
      const { repo } = await sources.resolve(url);
      const newest = await sources.readTree({ repo, commit, under: folderOf(entry, input.entryPath) });
      const { report: certified } = await audit(toEngineBundle(input, files), { isPatient: true });
      const pins = certified.tools;
      if (pins === undefined) return undefined;
      const { report } = await audit(toEngineBundle(input, newest.files), { isPatient: true, pins });
      const changes = report.findings.filter(({ ruleId }) => ruleId === CHANGED);
      return { isTurned: changes.some(({ severity }) => severity === 'HIGH'), changes };
    } catch (error) {
      // What cannot be read or reviewed remains a newer, uncertified commit.
      if (error instanceof Problem || (error instanceof Error && error.name === 'AuditFault')) return undefined;
      throw error;
    }
  };
}
export type ToolsCheck = ReturnType<typeof createToolsCheck>;
