import { MarketError } from '@opal/domain/errors'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import { Progress } from '../status/progress.ts'
import { keepRunning } from './keep-running.ts'

const log = pino({ level: 'silent' })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const shutDown = Object.assign(new Error('terminating connection'), { code: '57P01' })

/** Runs into one error after the other, then stops. @returns the pauses in between, milliseconds */
async function pausesAfter(errors: readonly Error[], logged: Logger = log): Promise<readonly number[]> {
  const stopping = new AbortController()
  const pauses: number[] = []
  let at = 0
  const run = async () => {
    const error = errors[at++]
    if (error !== undefined) throw error
    stopping.abort()
  }
  const wait = async (ms: number) => void pauses.push(ms)
  await keepRunning(run, { progress: new Progress(), log: logged, signal: stopping.signal, wait })
  return pauses
}

test('retries an unavailable database at least once a second', async () => {
  const pauses = await pausesAfter([shutDown, ...Array<Error>(50).fill(refused)])
  expect(pauses.slice(0, 2)).toEqual([500, 1_000])
  expect(Math.max(...pauses)).toBe(1_000)
})

test('backs off for other failures up to a limit', async () => {
  const pauses = await pausesAfter(Array<Error>(8).fill(new Error('the stream ended')))
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
})

test('retries the database within a second also after long pauses for another failure', async () => {
  const pauses = await pausesAfter([...Array<Error>(6).fill(new Error('the stream ended')), refused])
  expect(pauses.at(-1)).toBe(1_000)
})

test('logs where a failure happened, unless the database is away', async () => {
  const lines: string[] = []
  const listening = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await pausesAfter([refused, shutDown, new Error('a mistake')], listening)
  expect(lines.map((line) => /\bat .*keep-running\.test\.ts/.test(line))).toEqual([false, false, true])
  expect(lines[0]).toContain('connect ECONNREFUSED')
})

test('rethrows errors that a retry cannot resolve', async () => {
  class Broken extends MarketError {
    override readonly code = 'internal-error'
  }
  await expect(pausesAfter([refused, new Broken('no')])).rejects.toThrow(Broken)
})
