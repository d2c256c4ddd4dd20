import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startRedis, startRedisWithSentinel } from '../testing/start-redis.ts'
import { openRedis } from './redis-link.ts'

const PASSWORD = 'test-password'
/** A new primary is there after a second or two; on a busy machine an election fails, and the next one is six seconds later. */
const WAIT_OPTIONS = { timeout: 90_000, interval: 50 }

// @feature operate.redis
test.each(['killed', 'frozen'] as const)(
  'follows the sentinels to the new primary when the old one is %s',
  async (how) => {
    await using redis = await startRedisWithSentinel(PASSWORD)
    const address = { sentinels: [redis.sentinel], name: 'opal', password: PASSWORD, sentinelPassword: null }
    await using link = openRedis(address, pino({ level: 'silent' }))
    await vi.waitFor(async () => expect(await link.isReachable()).toBe(true), WAIT_OPTIONS)
    const received: string[] = []
    link.subscriber.on('message', (_channel, message) => received.push(message))
    await link.subscriber.subscribe('feed')
    // Replicated before the primary goes.
    await link.commands.set('key', 'before')
    await vi.waitFor(async () => expect(await link.commands.wait(1, 100)).toBe(1), WAIT_OPTIONS)

    if (how === 'killed') await redis.primary.stop()
    else redis.primary.freeze()
    await vi.waitFor(async () => {
      await link.commands.set('key', 'after')
      // Answered by the new primary: the old one is silent.
      expect(await link.commands.get('key')).toBe('after')
    }, WAIT_OPTIONS)
    await vi.waitFor(async () => {
      await link.commands.publish('feed', 'of the new primary')
      expect(received).toContain('of the new primary')
    }, WAIT_OPTIONS)
  },
  300_000,
)

// @feature operate.redis
test('asks the next sentinel where one takes connections and says nothing', async () => {
  await using redis = await startRedisWithSentinel(PASSWORD)
  await using frozen = createServer((socket) => void socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => frozen.listen(0, '127.0.0.1', resolve))
  const address = frozen.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const sentinels = [{ host: '127.0.0.1', port: address.port }, redis.sentinel]
  await using link = openRedis(
    { sentinels, name: 'opal', password: PASSWORD, sentinelPassword: null },
    pino({ level: 'silent' }),
  )
  await vi.waitFor(async () => expect(await link.isReachable()).toBe(true), WAIT_OPTIONS)
})

// @feature operate.redis
test('works alone while Redis refuses the password, keeps it out of the log, and subscribes once it is right', async () => {
  await using redis = await startRedis('--requirepass', PASSWORD)
  const lines: string[] = []
  const url = `redis://:new-password@127.0.0.1:${redis.port}`
  await using link = openRedis({ url }, pino({ level: 'trace' }, { write: (line) => void lines.push(line) }))
  const received: string[] = []
  link.subscriber.on('message', (_channel, message) => received.push(message))
  link.subscriber.subscribe('feed')
  await vi.waitFor(() => expect(lines.join('')).toContain('WRONGPASS'), WAIT_OPTIONS)
  expect(await link.isReachable()).toBe(false)
  expect(lines.join('')).not.toContain('new-password')

  const operator = new Redis(redis.port, { password: PASSWORD })
  await operator.config('SET', 'requirepass', 'new-password')
  operator.disconnect()
  await vi.waitFor(async () => {
    await link.commands.publish('feed', 'after')
    expect(received).toContain('after')
  }, WAIT_OPTIONS)
})
