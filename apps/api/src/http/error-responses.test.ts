import { setTimeout as pause } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createBareServer } from './create-server.ts'
import { toErrorAnswer } from './error-responses.ts'
import { QueriesBusyError } from './limits/query-gate.ts'

/** An error as the validation plugin marks it. */
const MARK = Symbol.for('ZodFastifySchemaValidationError')

it.each(['constructor', '__proto__', 'toString', '7'])(
  'names the fault of a member called %s as of any other',
  (member) => {
    const fault = { [MARK]: true, instancePath: `/${member}` }
    const validation = ['is no number', 'is too long'].map((message) => ({ ...fault, message }))
    const { error } = toErrorAnswer(Object.assign(new Error('no'), { validation })).body
    expect(Object.entries(error.details ?? {})).toEqual([[member, 'is no number']])
    expect(error.message).toContain(`${member}: is no number`)
  },
)

it.each([
  [429, '/busy'],
  [503, '/busy'],
  [404, '/nothing'],
  [400, '/%zz'],
])('refusals cost little of the server, however fast they are repeated: %i at %s', async (status, path) => {
  const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
  await using server = createBareServer(config, pino({ level: 'silent' }))
  await server.register(rateLimit, { max: status === 429 ? 1 : 100_000 })
  server.get('/busy', () => {
    throw new QueriesBusyError()
  })
  server.get('/quick', { config: { rateLimit: false } }, () => 'quick')
  await server.inject(path)
  const statuses = new Map<number, number>()
  const end = performance.now() + 1_000
  const flood = async () => {
    while (performance.now() < end) {
      const { statusCode } = await server.inject(path)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  const all = Promise.all(Array.from({ length: 50 }, flood))
  await pause(500)
  expect((await server.inject('/quick')).body).toBe('quick')
  await all
  expect([...statuses.keys()]).toEqual([status])
  // The first twenty immediately, two hundred by and by, and one of each connection that was still held.
  expect(statuses.get(status)).toBeLessThan(350)
})

it('reads no body of a request without a route, which no limit counts', async () => {
  const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
  await using server = createBareServer(config, pino({ level: 'silent' }))
  let read = 0
  server.addHook('preValidation', async () => {
    read += 1
  })
  server.post('/here', ({ body }) => ({ body }))
  const post = (url: string) => server.inject({ method: 'POST', url, payload: { some: 'body' } })
  expect((await post('/here')).json()).toEqual({ body: { some: 'body' } })
  expect(read).toBe(1)
  for (const url of ['/nothing', '/here/nothing', '/']) {
    const { statusCode, body } = await post(url)
    expect([statusCode, JSON.parse(body).error.code]).toEqual([404, 'not-found'])
  }
  expect(read).toBe(1)
})
