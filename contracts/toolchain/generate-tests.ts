import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readScenarios } from './scenario.ts'
import { scenariosToMove } from './scenario-to-move.ts'

/*
 * Writes `marketplace/tests/scenario_tests.move` from the shared scenarios. With `--check` it writes nothing and
 * fails when the file is stale.
 */
const TARGET = join(import.meta.dirname, '../marketplace/tests/scenario_tests.move')

const source = scenariosToMove(readScenarios())
if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== source) {
    process.stderr.write('contracts/marketplace/tests/scenario_tests.move is stale: run npm run codegen.\n')
    process.exitCode = 1
  }
} else writeFileSync(TARGET, source)
