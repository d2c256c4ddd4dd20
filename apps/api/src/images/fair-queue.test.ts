import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function setUp() {
  const queue = createFairQueue({ concurrency: 3, concurrencyPerClient: 2, maxPending: 6, maxPendingPerClient: 4 })
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const add = (client: string) =>
    queue.add(client, async () => {
      begun.push(client)
      await end
      return client
    })
  return { add, begun, end: resolve }
}

test('a client with many requests leaves room for the others', async () => {
  const { add, begun, end } = setUp()
  const greedy = Array.from({ length: 4 }, () => add('greedy'))
  const modest = add('modest')
  expect(begun).toEqual(['greedy', 'greedy', 'modest'])
  end()
  expect(await Promise.all([...greedy, modest])).toEqual(['greedy', 'greedy', 'greedy', 'greedy', 'modest'])
})

test('more than one client, or all, may ask for is refused until something is done', async () => {
  const { add, end } = setUp()
  const asked = Array.from({ length: 4 }, () => add('greedy'))
  await expect(add('greedy')).rejects.toMatchObject({ code: 'overloaded' })
  asked.push(add('second'), add('third'))
  await expect(add('fourth')).rejects.toMatchObject({ code: 'overloaded' })
  end()
  await Promise.all(asked)
  expect(await add('greedy')).toBe('greedy')
})

test('work that fails makes room too', async () => {
  const queue = createFairQueue({ concurrency: 1, concurrencyPerClient: 1, maxPending: 1, maxPendingPerClient: 1 })
  await expect(queue.add('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.add('a', async () => 'done')).toBe('done')
})
