import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApi } from '../testing/test-api.ts'
import { startNotifier } from './notifier.ts'

test('notifies once of each row, also when the store fails in between', async () => {
  await using api = await createTestApi()
  const notified: bigint[] = []
  let fails = false
  const notifier = startNotifier({
    context: { ...api.context, log: api.server.log },
    notify: async ({ id }) => {
      if (fails && notified.length === 2) throw new Error('the store is away')
      notified.push(id)
    },
  })
  onTestFinished(() => notifier[Symbol.asyncDispose]())
  await notifier.wake()
  notified.splice(0)
  const { rows } = await api.store.pool.query<{ id: bigint }>(
    `insert into account.notifications (wallet, type, cause, at_micros)
      select $1, 'sold', n::text, 1 from generate_series(1, 5) n returning id`,
    [EXAMPLE.owner],
  )
  fails = true
  await notifier.wake()
  expect(notified).toHaveLength(2)
  fails = false
  await notifier.wake()
  expect(notified).toEqual(rows.map(({ id }) => id))
})
