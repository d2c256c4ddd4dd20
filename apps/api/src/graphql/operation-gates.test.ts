import { clientAt } from '@opal/domain/limits/client'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { EXPENSIVE_CONCURRENCY, QueriesBusyError } from '../http/limits/query-gate.ts'
import { longOperations, QUICK_MS, quickOperations } from './operation-gates.ts'

const QUEUES = [
  {
    name: 'quick',
    queue: quickOperations,
    slots: Math.max(2, EXPENSIVE_CONCURRENCY),
    turnMs: 10,
    pending: 200,
    perClient: 100,
  },
  { name: 'long', queue: longOperations, slots: 1, turnMs: QUICK_MS, pending: 100, perClient: 20 },
] as const

describe.each(QUEUES)('$name GraphQL operations', ({ queue, slots, turnMs, pending, perClient }) => {
  it('find a place where addresses have as many as may wait', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const flood = Array.from({ length: pending }, (_, at) =>
      queue.add(clientAt(`203.0.113.${Math.floor(at / perClient)}`), () => ended),
    )
    const outcomes = Promise.allSettled(flood)
    const asked = queue.add(clientAt('198.51.100.7'), async () => 'answer')
    end()
    expect(await asked).toBe('answer')
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it('of one address are refused beyond its share of the places', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: perClient }, () => queue.add(clientAt('203.0.113.1'), () => ended))
    await expect(queue.add(clientAt('203.0.113.1'), () => ended)).rejects.toThrow(QueriesBusyError)
    end()
    expect(await Promise.all(waiting)).toHaveLength(perClient)
  })

  it('of a client wait for one of another for each turn that its last one took', async () => {
    let nowMs = 1_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    onTestFinished(() => clock.mockRestore())
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), async (turns) => {
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        // All slots but one are taken.
        const holding = Promise.withResolvers<void>()
        const holders = Array.from({ length: slots - 1 }, (_, at) =>
          queue.add(clientAt(`192.0.2.${at}`), () => holding.promise),
        )
        const served: string[] = []
        const add = (from: string) => queue.add(clientAt(from), async () => void served.push(from))
        const [one, other] = ['203.0.113.1', '198.51.100.7']
        const begun = Promise.withResolvers<void>()
        const first = queue.add(clientAt(one), () => {
          begun.resolve()
          return ended
        })
        const later = [add(one), ...Array.from({ length: turns }, () => add(other))]
        await begun.promise
        nowMs += turns * turnMs
        end()
        await Promise.all([first, ...later])
        expect(served).toEqual([...Array(turns).fill(other), one])
        holding.resolve()
        await Promise.all(holders)
      }),
      { numRuns: 20 },
    )
  })
})

it('of one client, however many quick ones it has, leave a slot to others', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const flood = Array.from({ length: 50 }, () => quickOperations.add(clientAt('203.0.113.1'), () => ended))
  expect(await quickOperations.add(clientAt('198.51.100.7'), async () => 'answer')).toBe('answer')
  end()
  await Promise.all(flood)
})
