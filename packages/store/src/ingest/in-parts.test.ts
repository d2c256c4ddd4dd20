import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isolateFailures } from '../projections/failures.ts'
import { inParts } from './in-parts.ts'

const REFUSED = Object.assign(new Error('value out of range'), { code: '22003' })

/** Which of some items make a write of them fail. */
const items = fc.array(fc.boolean(), { maxLength: 40, size: 'max' })

/** Writes items all or nothing; those that are true cannot be written. */
function writer(faulty: readonly boolean[], error: unknown = REFUSED) {
  const [written, passed]: [number[], number[]] = [[], []]
  return {
    written,
    passed,
    all: [...faulty.keys()],
    write: async (some: readonly number[]) => {
      if (some.some((at) => faulty[at])) throw error
      written.push(...some)
    },
    pass: async (at: number) => void passed.push(at),
  }
}

it.each([
  ['a batch', inParts],
  ['the work of a queue', isolateFailures],
])('%s leaves out exactly the items that fail alone, and writes each of the others once, in order', async (_, run) => {
  await fc.assert(
    fc.asyncProperty(items, async (faulty) => {
      const { all, write, pass, written, passed } = writer(faulty)
      await run(all, write, pass)
      expect(written).toEqual(all.filter((at) => !faulty[at]))
      expect(passed).toEqual(all.filter((at) => faulty[at]))
    }),
    { numRuns: runs(100) },
  )
})

it.each([
  ['the connection', Object.assign(new Error('terminated'), { code: '57P01' }), [inParts, isolateFailures]],
  ['the server, where only a batch is written', Object.assign(new Error('internal'), { code: 'XX000' }), [inParts]],
])('a failure of %s is the fault of no item', async (_, error, functions) => {
  for (const run of functions) {
    const { all, write, pass, passed } = writer([false, true, false], error)
    await expect(run(all, write, pass)).rejects.toBe(error)
    expect(passed).toEqual([])
  }
})

it.each([
  ['PostgreSQL’s own, such as of a text that grows too long', Object.assign(new Error('too long'), { code: 'XX000' })],
  ['our code’s', new TypeError('undefined is not a function')],
])('an error that is %s gives up its item of a queue alone, with its reason', async (_, error) => {
  const { all, write, written } = writer([false, true, false], error)
  const reasons: string[] = []
  await isolateFailures(all, write, async (at, reason) => void reasons.push(`${at}: ${reason}`))
  expect(written).toEqual([0, 2])
  expect(reasons).toEqual([`1: it could not be stored: ${error.message}`])
})

it('a failure without items is thrown', async () => {
  const fail = () => Promise.reject(REFUSED)
  for (const run of [inParts, isolateFailures]) await expect(run([], fail, fail)).rejects.toBe(REFUSED)
})
