import { defineConfig } from 'vitest/config'

/** Every room's tests, in three parts that `npm test -- unit|store|e2e` runs alone. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // By itself vitest leaves one core free, which on two cores means one file after the other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,dev,scripts,contracts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.store.test.ts'],
          setupFiles: ['apps/web/src/testing/each-document.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'store',
          include: ['{packages,apps,dev,bench}/**/*.store.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/store/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['packages/store/src/testing/global-setup.ts'],
          // One browser and one network at a time: two cores carry no more.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
