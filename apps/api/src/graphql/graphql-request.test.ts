import { clientAt } from '@opal/domain/limits/client'
import { expect, it } from 'vitest'
import { graphqlQueue } from './graphql-request.ts'

it('finds a place for a GraphQL operation where two addresses have as many as may wait', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const flood = ['203.0.113.1', '203.0.113.2'].flatMap((from) =>
    Array.from({ length: 100 }, () => graphqlQueue.add(clientAt(from), () => ended)),
  )
  const outcomes = Promise.allSettled(flood)
  const asked = graphqlQueue.add(clientAt('198.51.100.7'), async () => 'answer')
  end()
  expect(await asked).toBe('answer')
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
