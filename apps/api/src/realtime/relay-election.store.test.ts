import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRedis, type TestRedis } from '../testing/start-redis.ts'
import { openRedis, type RedisLink } from './redis-link.ts'
import { electRelay, type RelayElection, type RelayRole } from './relay-election.ts'

const WAIT_OPTIONS = { timeout: 50_000, interval: 20 }
const stack = new AsyncDisposableStack()
let redis: TestRedis
let link: RedisLink

beforeAll(async () => {
  redis = stack.use(await startRedis())
  link = stack.use(openRedis({ url: redis.url }, pino({ level: 'silent' })))
  await vi.waitFor(async () => expect(await link.isReachable()).toBe(true), WAIT_OPTIONS)
})
afterAll(() => stack.disposeAsync())

test('one leads, the others follow; another leads when it resigns, and each is alone without Redis', async () => {
  const roles: RelayRole[] = []
  const first = await electRelay(link, 'post', () => undefined)
  const others = [await electRelay(link, 'post', (role) => roles.push(role)), await electRelay(link, 'post', vi.fn())]
  const rolesNow = (all: readonly RelayElection[]) => all.map(({ role }) => role).sort()
  expect([first.role, ...rolesNow(others)]).toEqual(['leads', 'follows', 'follows'])
  await first[Symbol.asyncDispose]()
  await vi.waitFor(() => expect(rolesNow(others)).toEqual(['follows', 'leads']), WAIT_OPTIONS)
  await redis.stop()
  await vi.waitFor(() => expect(rolesNow(others)).toEqual(['alone', 'alone']), WAIT_OPTIONS)
  await redis.start()
  await vi.waitFor(() => expect(rolesNow(others)).toEqual(['follows', 'leads']), WAIT_OPTIONS)
  expect(roles).toContain('alone')
  for (const one of others) await one[Symbol.asyncDispose]()
})
