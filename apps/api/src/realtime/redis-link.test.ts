import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRedis } from './redis-link.ts'

// @feature operate.redis
test('ends in order while the sentinels refuse its password, whatever is unsubscribed as it ends', async () => {
  await using sentinel = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => void socket.write('-WRONGPASS invalid username-password pair\r\n'))
  }).listen(0, '127.0.0.1')
  await once(sentinel, 'listening')
  const { port } = sentinel.address() as AddressInfo
  const lines: string[] = []
  const link = openRedis(
    { sentinels: [{ host: '127.0.0.1', port }], name: 'opal', password: null, sentinelPassword: 'wrong' },
    pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  )
  void link.subscriber.subscribe('feed')
  await expect.poll(() => lines.join('')).toContain('WRONGPASS')
  // As the adapter of the sockets does, which awaits neither.
  const left = [link.subscriber.unsubscribe('feed'), link.subscriber.punsubscribe('feed*')]
  await link[Symbol.asyncDispose]()
  expect(await Promise.all(left)).toEqual([0, 0])
})

test('asks on every connection whether the other machine is still there, also where it only waits for messages', async () => {
  await using redis = createServer((socket) => void socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(redis, 'listening')
  const { port } = redis.address() as AddressInfo
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => asked.mockRestore())
  await using _link = openRedis({ url: `redis://127.0.0.1:${port}` }, pino({ level: 'silent' }))
  await expect
    .poll(() => asked.mock.calls)
    .toEqual([
      [true, 10_000],
      [true, 10_000],
    ])
})
