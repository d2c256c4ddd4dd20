import { expect, test } from 'vitest'
import { etaSeconds, Pace } from './pace.ts'

const START = 1_000_000

/** A second of ours in which `chainSeconds` of the chain were written. */
function run(pace: Pace, seconds: number, chainSeconds: number): bigint {
  let chainMicros = 0n
  for (let second = 0; second <= seconds; second += 1) {
    chainMicros = BigInt(second * chainSeconds) * 1_000_000n
    pace.written({ wallMs: START + second * 1_000, transactions: 500, events: 20, chainMicros })
  }
  return chainMicros
}

test('computes rates over the last half minute', () => {
  const pace = new Pace()
  const chainMicros = run(pace, 100, 11)
  const rates = pace.rates(START + 100_000, chainMicros)
  expect(rates).toEqual({ transactionsPerSecond: 500, eventsPerSecond: 20, chainSpeed: 11 })
  expect(etaSeconds(3_600, rates)).toBe(360)
})

test('returns zero rates when nothing is written', () => {
  const pace = new Pace()
  const chainMicros = run(pace, 40, 11)
  const rates = pace.rates(START + 200_000, chainMicros)
  expect(rates).toEqual({ transactionsPerSecond: 0, eventsPerSecond: 0, chainSpeed: 0 })
  expect(etaSeconds(3_600, rates)).toBeNull()
})

test('returns no time left at the head, and zero rates before the first second', () => {
  const pace = new Pace()
  expect(pace.rates(START, 0n)).toEqual({ transactionsPerSecond: 0, eventsPerSecond: 0, chainSpeed: 0 })
  expect(etaSeconds(2, pace.rates(START, 0n))).toBe(0)
})
