import { clientAt } from '@opal/domain/limits/client'
import { expect, it } from 'vitest'
import { longOperations, quickOperations } from './operation-gates.ts'

it.each([
  ['quick', quickOperations, 100],
  ['long', longOperations, 20],
] as const)(
  'finds a place for a %s GraphQL operation where addresses have as many as may wait',
  async (_, queue, perClient) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const pending = queue === quickOperations ? 200 : 100
    const flood = Array.from({ length: pending }, (_, at) =>
      queue.add(clientAt(`203.0.113.${Math.floor(at / perClient)}`), () => ended),
    )
    const outcomes = Promise.allSettled(flood)
    const asked = queue.add(clientAt('198.51.100.7'), async () => 'answer')
    end()
    expect(await asked).toBe('answer')
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  },
)
