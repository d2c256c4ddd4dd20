import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import { shareOf } from '@opal/domain/limits/holdings'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ResponseCache } from '../cache/response-cache.ts'
import { type ApiConfig, readConfig } from '../config.ts'
import { createServer } from './create-server.ts'
import { BOUNDS } from './limits/request-queue.ts'

const env = { OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody', API_RATE_LIMIT: '1' }

interface Ask {
  /** Address of the proxy. */
  readonly from: string
  readonly forwardedFor?: string
}

/** Statuses of requests, one after the other, at a server that answers each client once. */
async function statusesOf(
  variables: Readonly<Record<string, string>>,
  asks: readonly Ask[],
  settings: Partial<ApiConfig> = {},
): Promise<number[]> {
  const config = { ...readConfig({ ...env, ...variables }), ...settings }
  const server = await createServer(config, pino({ level: 'silent' }))
  server.get('/here', () => 'here')
  const statuses: number[] = []
  for (const { from, forwardedFor } of asks) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
    statuses.push((await server.inject({ url: '/here', remoteAddress: from, headers })).statusCode)
  }
  await server.close()
  return statuses
}

const A = '203.0.113.7'
const B = '203.0.113.8'

describe('the server behind a proxy', () => {
  it('counts the address that the proxy saw, whatever the client claims to be', async () => {
    const asks = [`127.0.0.1, ${A}`, `${B}, ${A}`].map((forwardedFor) => ({ from: '10.0.0.9', forwardedFor }))
    expect(await statusesOf({ TRUST_PROXY: 'true' }, asks)).toEqual([200, 429])
  })

  it('tells clients of one proxy apart', async () => {
    const asks = [A, B, B].map((forwardedFor) => ({ from: '10.0.0.9', forwardedFor }))
    expect(await statusesOf({ TRUST_PROXY: 'true' }, asks)).toEqual([200, 200, 429])
  })
})

// The site's server asks from this machine, for its visitors.
describe('what this machine forwards', () => {
  const visitors = [A, B, A, B].map((forwardedFor) => ({ from: '127.0.0.1', forwardedFor }))
  const own = { from: '127.0.0.1' }

  it.each(['false', 'true', '10.0.0.0/8'])('is counted by visitor, with TRUST_PROXY=%s', async (trusted) => {
    const statuses = await statusesOf({ TRUST_PROXY: trusted }, [...visitors, own, own])
    expect(statuses).toEqual([200, 200, 429, 429, 200, 200])
  })

  it('is one client where programs of this machine are not exempt, for it may be anyone', async () => {
    const asks = [...visitors, own]
    expect(await statusesOf({}, asks, { exemptsOwnMachine: false })).toEqual([200, 429, 429, 429, 429])
  })
})

it('believes no stranger about the address of another', async () => {
  const asks = [A, B].map((forwardedFor) => ({ from: '198.51.100.1', forwardedFor }))
  expect(await statusesOf({ TRUST_PROXY: 'false' }, asks)).toEqual([200, 429])
})

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('takes no body that is compressed, of which a few bytes may ask for megabytes: %s', async (encoding, compress) => {
  const server = await createServer(readConfig({ ...env, API_RATE_LIMIT: '9' }), pino({ level: 'silent' }))
  server.post('/said', ({ body }) => body)
  const text = JSON.stringify({ said: 'this' })
  const statusOf = async (payload: string | Buffer, headers = {}) => {
    const type = { 'content-type': 'application/json', ...headers }
    return (await server.inject({ method: 'POST', url: '/said', payload, headers: type })).statusCode
  }
  expect(await statusOf(text)).toBe(200)
  expect(await statusOf(compress(text), { 'content-encoding': encoding })).toBe(400)
  await server.close()
})

describe('the networks of one IPv6 /48', () => {
  const network = (at: number, site = 1) => `2001:db8:${site}:${at.toString(16)}::1`

  it('are answered as often as eight clients together, and cost others nothing, in whatever order they ask', async () => {
    const flood = fc.integer({ min: 0, max: 65_535 }).map((at) => network(at))
    const others = [A, B, network(1, 2), network(2, 2)]
    const asks = fc
      .record({ flood: fc.uniqueArray(flood, { minLength: 1, maxLength: 40 }), others: fc.shuffledSubarray(others) })
      .chain(({ flood, others }) =>
        fc.shuffledSubarray([...flood, ...others], { minLength: flood.length + others.length }),
      )
    await fc.assert(
      fc.asyncProperty(asks, async (addresses) => {
        const statuses = await statusesOf(
          {},
          addresses.map((from) => ({ from })),
        )
        const answered = (isFlood: boolean) =>
          addresses.filter((from, at) => from.startsWith('2001:db8:1:') === isFlood && statuses[at] === 200).length
        const flooding = addresses.filter((from) => from.startsWith('2001:db8:1:')).length
        expect(answered(true)).toBe(Math.min(flooding, CLIENTS_PER_SITE))
        expect(answered(false)).toBe(addresses.length - flooding)
      }),
      { numRuns: 15 },
    )
  })

  it('have no more calls handled concurrently than leaves slots to others, in whatever order they ask', async () => {
    const share = shareOf({ clients: CLIENTS_PER_SITE }, BOUNDS.running, BOUNDS.runningPerClient)
    expect(share).toBeLessThan(BOUNDS.running)
    const running: string[] = []
    let held = Promise.withResolvers<void>()
    const config = readConfig({ ...env, API_RATE_LIMIT: '100000' })
    const server = await createServer(config, pino({ level: 'silent' }))
    server.get('/held', { config: { isQueued: true } }, async ({ ip }) => {
      running.push(ip)
      await held.promise
      return 'done'
    })
    const others = fc.shuffledSubarray([A, B, network(1, 2), network(2, 2)], { minLength: 1 })
    const asks = fc.record({ networks: fc.integer({ min: 1, max: 60 }), others }).chain(({ networks, others }) => {
      const flood = Array.from({ length: networks }, (_, at) => network(at))
      return fc.shuffledSubarray([...flood, ...others], { minLength: networks + others.length })
    })
    await fc.assert(
      fc.asyncProperty(asks, async (addresses) => {
        const calls = Promise.all(addresses.map((remoteAddress) => server.inject({ url: '/held', remoteAddress })))
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
        const ofOthers = (from: string) => !from.startsWith('2001:db8:1:')
        expect(running.filter((ip) => !ofOthers(ip)).length).toBeLessThanOrEqual(share)
        const others = addresses.filter(ofOthers).length
        expect(running.filter(ofOthers).length).toBeGreaterThanOrEqual(Math.min(others, BOUNDS.running - share))
        held.resolve()
        expect(new Set((await calls).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
        held = Promise.withResolvers()
        running.length = 0
      }),
      { numRuns: 15 },
    )
    await server.close()
  })
})

it('limits preflights, which no route counts, to ten for each call, by client and site', async () => {
  const server = await createServer(readConfig(env), pino({ level: 'silent' }))
  server.get('/here', () => 'here')
  const preflights = async (remoteAddress: string, count: number, headers = {}) => {
    const asked = { method: 'OPTIONS', url: '/here', remoteAddress, headers } as const
    const answers = await Promise.all(Array.from({ length: count }, () => server.inject(asked)))
    return answers.map(({ statusCode }) => statusCode)
  }
  const fetching = { origin: 'http://127.0.0.1:3000', 'access-control-request-method': 'POST' }
  for (const [address, headers] of [
    [A, {}],
    [B, fetching],
  ] as const)
    expect(await preflights(address, 15, headers)).toEqual([...Array(10).fill(204), ...Array(5).fill(429)])
  expect(await preflights('203.0.113.9', 1)).toEqual([204])
  expect(new Set(await preflights('127.0.0.1', 30))).toEqual(new Set([204]))
  const ofSite: number[] = []
  for (let at = 0; at < 20; at += 1) ofSite.push(...(await preflights(`2001:db8:1:${at.toString(16)}::1`, 10)))
  expect(ofSite.filter((status) => status === 204)).toHaveLength(10 * CLIENTS_PER_SITE)
  await server.close()
})

describe('an answer from memory that is refused', () => {
  const origin = 'http://127.0.0.1:3000'

  /** Returns the first refusal of a client's calls of an answer that is in memory, and an answer of the same call. */
  async function refusal(unread?: { readonly bytes: number; readonly bytesPerClient: number }) {
    const responses = new ResponseCache(60_000)
    const server = await createServer(readConfig(env), pino({ level: 'silent' }), undefined, responses, unread)
    server.get('/hot', { config: { isShared: true } }, () => ({ text: 'x'.repeat(5_000) }))
    const ask = (forwardedFor?: string) =>
      server.inject({ url: '/hot', headers: { origin, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) } })
    await ask()
    const answer = await ask()
    for (let calls = 0; calls < 20; calls += 1) {
      const refused = await ask(A)
      if (refused.statusCode !== 200) return { answer, refused }
    }
    throw new Error('Nothing was refused.')
  }

  it.each([
    [429, 'rate-limited', undefined],
    [503, 'overloaded', { bytes: 100, bytesPerClient: 100 }],
  ])('can be read by the pages that may read the answer: %i', async (status, code, unread) => {
    const { answer, refused } = await refusal(unread)
    expect([refused.statusCode, refused.json().error.code]).toEqual([status, code])
    for (const name of ['access-control-allow-origin', 'access-control-allow-credentials', 'x-content-type-options'])
      expect(refused.headers[name], name).toBe(answer.headers[name])
    expect(refused.headers['access-control-allow-origin']).toBe(origin)
    expect(String(refused.headers.vary).toLowerCase()).toContain('origin')
  })
})

it('counts a request whose connection has ended in the meantime, and does not fail for lack of an address', async () => {
  const server = await createServer(readConfig(env), pino({ level: 'silent' }))
  server.addHook(
    'onRequest',
    async ({ raw }) => void Object.defineProperty(raw.socket, 'remoteAddress', { value: undefined }),
  )
  server.get('/here', () => 'here')
  expect((await server.inject('/here')).statusCode).toBe(200)
  expect((await server.inject('/here')).statusCode).toBe(429)
  await server.close()
})

it('logs a request whose client has left before its answer, as one that was answered', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const server = await createServer(readConfig({ ...env, API_RATE_LIMIT: '9' }), log)
  onTestFinished(() => server.close())
  const begun = Promise.withResolvers<void>()
  server.get('/here', () => 'here')
  server.get('/slow', () => {
    begun.resolve()
    return new Promise(() => undefined)
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const statuses = () =>
    lines.flatMap((line) => {
      const { msg, status } = JSON.parse(line) as { readonly msg: string; readonly status?: number }
      return msg === 'answered' ? [status] : []
    })
  await fetch(`${address}/here`)
  await expect.poll(statuses).toEqual([200])
  const client = new AbortController()
  const call = fetch(`${address}/slow`, { signal: client.signal })
  await begun.promise
  client.abort()
  await expect(call).rejects.toThrow()
  await expect.poll(statuses).toEqual([200, 499])
})
