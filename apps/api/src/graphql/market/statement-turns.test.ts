import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStatementTurns, OperationEndedError } from './statement-turns.ts'

const BUDGET = { operationMs: 250, statementMs: 100 }

/** Statements that end when the test says so; `outcome` says how. */
function setUp() {
  let now = 0
  const turns = createStatementTurns(() => now)
  const running = new Map<object, PromiseWithResolvers<void>[]>()
  const limitsMs: number[] = []
  const begin = (operation: object) => {
    const ended = Promise.withResolvers<void>()
    const own = running.get(operation) ?? []
    if (!running.has(operation)) turns.begin(operation, BUDGET)
    running.set(operation, own)
    return turns.run(operation, async (milliseconds) => {
      limitsMs.push(milliseconds)
      own.push(ended)
      await ended.promise.finally(() => own.splice(own.indexOf(ended), 1))
    })
  }
  const passTime = (ms: number) => {
    now += ms
  }
  return { begin, running, limitsMs, passTime }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs one statement of each operation at a time, in their order, whether or not those before it fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 30 }), async (asked) => {
      const operations = Array.from({ length: 4 }, () => ({}))
      const { begin, running } = setUp()
      const all = asked.map(([of]) => begin(operations[of] as object))
      const outcomes = Promise.allSettled(all)
      for (const [of, fails] of asked) {
        await settled()
        const own = running.get(operations[of] as object) ?? []
        expect(own).toHaveLength(1)
        if (fails) own[0]?.reject(new Error('slow'))
        else own[0]?.resolve()
      }
      const expected = asked.map(([, fails]) => (fails ? 'rejected' : 'fulfilled'))
      expect((await outcomes).map(({ status }) => status)).toEqual(expected)
    }),
    { numRuns: runs(50) },
  )
})

it('runs no statements of an operation whose time is up, but those of other operations', async () => {
  const { begin, running, passTime } = setUp()
  const [operation, other] = [{}, {}]
  const first = begin(operation)
  const second = begin(operation)
  await settled()
  passTime(BUDGET.operationMs)
  running.get(operation)?.[0]?.resolve()
  await first
  await expect(second).rejects.toBeInstanceOf(OperationEndedError)
  expect(running.get(operation)).toEqual([])
  const ofOther = begin(other)
  await settled()
  running.get(other)?.[0]?.resolve()
  await ofOther
})

it('gives each statement at most what is left of the time of its operation, from its first statement on', async () => {
  const { begin, running, limitsMs, passTime } = setUp()
  passTime(1_000)
  const operation = {}
  for (const tookMs of [99.5, 100, 50]) {
    const ended = begin(operation)
    await settled()
    passTime(tookMs)
    running.get(operation)?.[0]?.resolve()
    await ended
  }
  expect(limitsMs).toEqual([100, 100, 51])
})
