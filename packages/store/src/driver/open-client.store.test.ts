import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { listenChanges } from '../queries/activity/changes.ts'
import { createTestStore } from '../testing/test-store.ts'
import { openLoadingConnection } from './loading/loading-connection.ts'
import { openClient } from './open-client.ts'

test('every kind of connection asks after seconds, not hours, whether a silent server is still there', async () => {
  await using store = await createTestStore()
  using asks = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await using stack = new AsyncDisposableStack()
  const { connectionString: url } = store
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    general: () => store.pool.query('select'),
    prepared: () => store.preparedPool.pool.query('select'),
    loading: async () => stack.use(await openLoadingConnection(url, 'opal-raw')),
    alone: async () => stack.adopt(await openClient(url, 'opal-test'), (client) => client.end()),
    listening: () =>
      new Promise<void>((resolve, reject) => {
        stack.use(listenChanges({ connectionString: url, onWake: resolve, onError: reject }))
      }),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    asks.mockClear()
    await open()
    expect(asks.mock.calls, kind).toEqual([[true, 10_000]])
  }
})
