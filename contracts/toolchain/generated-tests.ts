import { join } from 'node:path'
import { randomStories } from './aggregator/random-stories.ts'
import { storiesToMove } from './aggregator/stories-to-move.ts'
import { readStories } from './aggregator/story.ts'
import { randomScenarios } from './random-scenarios.ts'
import { readScenarios } from './scenario.ts'
import { scenariosToMove } from './scenario-to-move.ts'

const SEED = 20_261_121
const RANDOM_STORIES = 60
const RANDOM_BOOKS = 40

/** Returns the Move tests that are made from stories, by file. */
export function generatedTests(): ReadonlyMap<string, string> {
  const [marketplace = '', aggregator = ''] = ['marketplace', 'aggregator'].map((name) =>
    join(import.meta.dirname, `../${name}/tests`),
  )
  const books = [...readStories(), ...randomStories(SEED, RANDOM_BOOKS)]
  return new Map([
    [join(marketplace, 'scenario_tests.move'), scenariosToMove('scenario_tests', readScenarios())],
    [join(marketplace, 'random_tests.move'), scenariosToMove('random_tests', randomScenarios(SEED, RANDOM_STORIES))],
    [join(aggregator, 'story_tests.move'), storiesToMove('story_tests', books)],
  ])
}
