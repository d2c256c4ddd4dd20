import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runs } from '@opal/domain/testing/effort/config'

/** Number of kills of the kill test. */
export const killTimes = runs(3, 200)
/** Number of mutated bodies of the fuzz test. */
export const fuzzBodies = runs(1_000, 100_000)
/** Number of scripts of the hostile-script test. */
export const fuzzScripts = runs(250, 20_000)

/** The framework's published interface, brought by `npm run contracts` (FRAMEWORK_ABI_DIR). */
export const FRAMEWORK_ABI_DIR: string =
  process.env.FRAMEWORK_ABI_DIR ??
  resolve(import.meta.dirname, '../../../../contracts/framework-abi/node_modules/@typemove/aptos/src/abis')
export const hasFrameworkAbi = existsSync(FRAMEWORK_ABI_DIR)
