import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestOfOneKindFirst } from './apps/cli/src/test/longest-of-one-kind-first.ts'
import { runs } from './packages/domain/src/testing/effort/config.ts'

/** Where `npm test` wants the run's report written. */
const reportFile = process.env.OPAL_TEST_REPORT

// Tests start several dozen programs; with V8's compile cache they start in half the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/** Before each unit and store test. */
const EACH_FILE = ['packages/domain/src/testing/effort/each-test-file.ts']

/** Longest wait of `expect.poll`: on a busy machine sockets, processes and databases take longer than the default second. */
const POLL = { poll: { timeout: 20_000 } }

/** The tests of every package, in three parts that `npm test -- unit|store|e2e` runs alone. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      ...(reportFile === undefined ? [] : [['./apps/cli/src/test/report-writer.ts', { file: reportFile }] as const]),
    ],
    // By itself vitest leaves one core free, which on two cores means one file after the other.
    maxWorkers: 2,
    // Files that no import reveals: with `--changed`, each of these affects every test.
    forceRerunTriggers: ['**/package-lock.json', '**/vitest.config.*', '**/packages/store/migrations/**'],
    sequence: { sequencer: LongestOfOneKindFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,dev,scripts,contracts,bench,e2e}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.store.test.ts', '**/*.e2e.test.ts'],
          // One process for many files: what each imports costs more than what most of them do. Modules of ours are a
          // file's own all the same (each-test-file.ts); only those of node_modules are shared.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          setupFiles: [...EACH_FILE, 'apps/web/src/testing/each-document.ts'],
          // A test that passes costs nothing by it; a busy machine fails none.
          testTimeout: runs(60_000),
          expect: POLL,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'store',
          include: ['{packages,apps,dev,bench}/**/*.store.test.ts'],
          exclude: ['**/node_modules/**'],
          isolate: false,
          globalSetup: ['packages/store/src/testing/global-setup.ts'],
          setupFiles: EACH_FILE,
          testTimeout: runs(120_000),
          expect: POLL,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['packages/store/src/testing/global-setup.ts', 'e2e/harness/global-setup.ts'],
          setupFiles: ['e2e/harness/each-test.ts'],
          // The files that a worker runs one after the other share its browser and its market (e2e/harness/browser-harness.ts).
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          // As TIMEOUT of e2e/harness/config.ts, for polls that do not name it.
          expect: { poll: { timeout: 45_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
