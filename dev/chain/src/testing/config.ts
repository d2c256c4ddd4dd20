import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** How often the kill test kills (KILL_TIMES): some in every run, 200 when it is to be certain. */
export const killTimes = Number(process.env.KILL_TIMES ?? 12)
/** What the fuzz test's dice start from (FUZZ_SEED): the same in every run, another to look further. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** How many mutated bodies the fuzz test sends (FUZZ_BODIES): some in every run, 100,000 when it is to be certain. */
export const fuzzBodies = Number(process.env.FUZZ_BODIES ?? 3_000)
/** How many scripts the hostile-script test runs (FUZZ_SCRIPTS): some in every run, 20,000 when it is to be certain. */
export const fuzzScripts = Number(process.env.FUZZ_SCRIPTS ?? 250)

/** The framework's published interface, brought by `npm run contracts` (FRAMEWORK_ABI_DIR). */
export const FRAMEWORK_ABI_DIR: string =
  process.env.FRAMEWORK_ABI_DIR ??
  resolve(import.meta.dirname, '../../../../contracts/framework-abi/node_modules/@typemove/aptos/src/abis')
export const hasFrameworkAbi = existsSync(FRAMEWORK_ABI_DIR)
