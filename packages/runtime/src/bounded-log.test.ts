import fc from 'fast-check'
import type { FastifyBaseLogger } from 'fastify'
import { expect, it } from 'vitest'
import { boundLog } from './bounded-log.ts'

type Line = readonly [facts: unknown, message?: string]

/** A log that is bounded, what it logs, and its clock. */
function boundedLines() {
  const lines: Line[] = []
  let nowMs = 0
  const note = (...line: Line) => void lines.push(line)
  const log = { info: note, warn: note, error: note } as unknown as FastifyBaseLogger
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { lines, log: boundLog(log, () => nowMs), wait }
}

/** Returns how many lines were left out before one. */
function leftOutOf([facts]: Line): number {
  return (facts as { readonly leftOut?: number }).leftOut ?? 0
}

class Coded extends Error {
  readonly code: string
  constructor(code: string) {
    super(`of ${code}`)
    this.code = code
  }
}

it('logs few lines of a flood in each minute, all of what is rare, and counts every one that it leaves out', () => {
  const kind = fc.constantFrom('a', 'b', 'c')
  const pause = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 200_000 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, pause), { maxLength: 400, size: 'max' }), (all) => {
      const { lines, log, wait } = boundedLines()
      const minutes = new Map<string, number>()
      let nowMs = 0
      for (const [code, ms] of all) {
        wait(ms)
        nowMs += ms
        const before = lines.length
        log.error({ err: new Coded(code) }, 'failed')
        const minute = `${code} ${Math.floor(nowMs / 60_000)}`
        minutes.set(minute, (minutes.get(minute) ?? 0) + lines.length - before)
      }
      wait(60_000)
      for (const code of ['a', 'b', 'c']) {
        const asked = all.filter(([one]) => one === code).length
        log.error({ err: new Coded(code) }, 'failed')
        const own = lines.filter(([facts]) => (facts as { readonly err: Coded }).err.code === code)
        const leftOut = own.reduce((sum, line) => sum + leftOutOf(line), 0)
        expect(own.length + leftOut).toBe(asked + 1)
        if (asked <= 20) expect(leftOut).toBe(0)
      }
      // Two windows may lie in one minute of the clock.
      expect(Math.max(0, ...minutes.values())).toBeLessThanOrEqual(40)
    }),
  )
})

const broken = new Error('broken')

it.each([
  ['a text', ['text'], [{ leftOut: 30 }, 'text']],
  ['facts', [{ fact: 1 }, 'text'], [{ fact: 1, leftOut: 30 }, 'text']],
  ['an error', [broken], [{ err: broken, leftOut: 30 }]],
] as const)('says in a line of %s how many were left out before it', (_, line, last) => {
  const { lines, log, wait } = boundedLines()
  for (let count = 0; count < 50; count += 1) log.warn(...(line as [unknown, string]))
  expect(lines).toHaveLength(20)
  wait(60_000)
  log.warn(...(line as [unknown, string]))
  expect(lines.at(-1)).toEqual(last)
})

it('counts what has no end of kinds as one', () => {
  const { lines, log } = boundedLines()
  for (let count = 0; count < 10_000; count += 1) log.error({ err: new Coded(String(count)) }, 'failed')
  expect(lines.length).toBeLessThan(300)
})

it('leaves alone what no stranger causes', () => {
  const { lines, log } = boundedLines()
  for (let count = 0; count < 50; count += 1) log.info('asked for')
  expect(lines).toHaveLength(50)
})
