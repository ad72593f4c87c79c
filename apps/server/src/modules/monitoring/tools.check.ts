import type { AuditPool } from '@assay/audit/node';
import { type EngineFinding, Problem } from '@assay/protocol';
import type { Sources } from '../sources/index.ts';
import { type Lifecycle, toEngineBundle } from '../submissions/index.ts';
import { folderOf } from './source.check.ts';

type SealedBundle = Pick<Awaited<ReturnType<Lifecycle['bundleOf']>>, 'input' | 'files'>;
type Deps = { readonly sources: Pick<Sources, 'resolve' | 'readTree'>; readonly audit: AuditPool['audit'] };

/** The changes of certified tools in a newer commit. `isTurned`: an approved tool has a warning that it did not have. */
export type ToolsSeen = { readonly isTurned: boolean; readonly changes: readonly EngineFinding[] };

const CHANGED = 'MCP-11';

/** Compares the newest list of tools with the certified pins. No vote, no verdict, no change. */
export function createToolsCheck({ sources, audit }: Deps) {
  /** Undefined without tools, or if the newer commit cannot be read and reviewed. */
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
      // A commit that cannot be read or reviewed remains a newer, uncertified commit.
      if (error instanceof Problem || (error instanceof Error && error.name === 'AuditFault')) return undefined;
      throw error;
    }
  };
}
export type ToolsCheck = ReturnType<typeof createToolsCheck>;
