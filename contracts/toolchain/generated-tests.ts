import { join } from 'node:path'
import { randomScenarios } from './random-scenarios.ts'
import { readScenarios } from './scenario.ts'
import { scenariosToMove } from './scenario-to-move.ts'

const SEED = 20_261_121
const RANDOM_STORIES = 60

/** The Move tests that are made from stories, by file. */
export function generatedTests(): ReadonlyMap<string, string> {
  const folder = join(import.meta.dirname, '../marketplace/tests')
  return new Map([
    [join(folder, 'scenario_tests.move'), scenariosToMove('scenario_tests', readScenarios())],
    [join(folder, 'random_tests.move'), scenariosToMove('random_tests', randomScenarios(SEED, RANDOM_STORIES))],
  ])
}
