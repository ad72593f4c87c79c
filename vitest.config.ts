import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, by which others are ordered: at the end of a run they would stand alone. */
const LONG =
  /\/(walks|main|validator-kit|agent-\w+|processes|killed-\w+|embedded\S*|(?:scan|action)\S*\.e2e|evasion|budget-hit\.rule|unread-content\.rule|independent-author|bundles|packages|compile-contracts|simulate|\S+\.property)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);

// Nothing is kept in modules between files: loading them once per worker instead of once per file saves minutes.
// The space for new objects is larger, since collecting them took a tenth of the processor time of a worker.
const everywhere = {
  pool: 'forks' as const,
  isolate: false,
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
};
// Node loads the modules itself, as it does in production. It keeps compiled modules for all workers and their child processes.
const native = {
  ...everywhere,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['packages/audit/src/testing/worker-setup.ts'],
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/assay', import.meta.url)) },
};

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    // One more than two cores: a file waits a good part of its time, for leases, looks and processes. With more, pages wait for the processor.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    globalSetup: ['packages/sandbox/src/testing/global-setup.ts'],
    projects: [
      {
        test: {
          ...native,
          name: 'units',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        // Only Vite compiles the pages.
        test: { ...everywhere, name: 'portal', include: ['apps/portal/*.test.ts', 'apps/portal/src/**/*.test.ts'] },
      },
      {
        test: {
          ...native,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          // One embedded PostgreSQL for the whole run; each test file makes its own database in it.
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
