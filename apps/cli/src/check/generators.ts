/** Programs that write files made from others; with `--check` they only say whether those are stale. */
export const GENERATORS: readonly string[] = [
  'packages/marketplaces/scripts/generate-registry.ts',
  'dev/chain/scripts/generate-simulators.ts',
  'packages/contract/scripts/generate-endpoints.ts',
  'contracts/toolchain/generate-tests.ts',
]
