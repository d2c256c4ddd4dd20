import { MarketError } from '@opal/domain/errors'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Progress } from '../status/progress.ts'
import { keepRunning } from './keep-running.ts'

const log = pino({ level: 'silent' })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const shutDown = Object.assign(new Error('terminating connection'), { code: '57P01' })

/** Runs into one error after the other, then stops. @returns the pauses in between, milliseconds */
async function pausesAfter(errors: readonly Error[]): Promise<readonly number[]> {
  const stopping = new AbortController()
  const pauses: number[] = []
  let at = 0
  const run = async () => {
    const error = errors[at++]
    if (error !== undefined) throw error
    stopping.abort()
  }
  const wait = async (ms: number) => void pauses.push(ms)
  await keepRunning(run, { progress: new Progress(), log, signal: stopping.signal, wait })
  return pauses
}

test('waits for a database that is away no longer than a second at a time, however long it is away', async () => {
  const pauses = await pausesAfter([shutDown, ...Array<Error>(50).fill(refused)])
  expect(pauses.slice(0, 2)).toEqual([500, 1_000])
  expect(Math.max(...pauses)).toBe(1_000)
})

test('waits ever longer for anything else, up to a bound', async () => {
  const pauses = await pausesAfter(Array<Error>(8).fill(new Error('the stream ended')))
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
})

test('waits for the database a second at most after long pauses for something else', async () => {
  const pauses = await pausesAfter([...Array<Error>(6).fill(new Error('the stream ended')), refused])
  expect(pauses.at(-1)).toBe(1_000)
})

test('ends with what trying again does not help', async () => {
  class Broken extends MarketError {
    override readonly code = 'internal-error'
  }
  await expect(pausesAfter([refused, new Broken('no')])).rejects.toThrow(Broken)
})
