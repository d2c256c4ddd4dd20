import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedTests } from './generated-tests.ts'
import { playScenario } from './play-scenario.ts'
import { readScenarios } from './scenario.ts'

describe('the native marketplace, simulated as the contract behaves', () => {
  it.each(readScenarios().map((scenario) => [scenario.name.replaceAll('_', ' '), scenario] as const))(
    '%s',
    (_, scenario) => {
      const ending = playScenario(scenario)
      expect(ending.abort).toEqual(scenario.abort ?? null)
      expect(ending.balances).toEqual(scenario.expect.balances)
      expect(ending.otherBalances).toEqual(scenario.expect.otherBalances)
      const named = Object.keys(scenario.expect.owners).map((token) => [token, ending.owners[token]])
      expect(Object.fromEntries(named)).toEqual(scenario.expect.owners)
      expect(ending.events).toEqual(scenario.expect.events)
    },
  )
})

it.each([...generatedTests()])('the Move tests are generated from the stories as they are now: %s', (file, source) => {
  expect(readFileSync(file, 'utf8')).toBe(source)
})
