import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { endpointUrl } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { errorBody } from '@opal/contract/http/error-body'
import { getStats } from '@opal/contract/network'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { clientAt } from '@opal/domain/limits/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startChainGraphql } from '../graphql/chain/serve-chain-graphql.ts'
import { ask, refused } from '../testing/ask.ts'
import { HOSTILE_SOURCES } from '../testing/fuzz/hostile-values.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { expressionGateOf, queryByPattern } from '../trait-filter/name-pattern.ts'
import { EXPENSIVE_CONCURRENCY } from './limits/query-gate.ts'
import { BOUNDS } from './limits/request-queue.ts'

let api: TestApi
beforeAll(async () => {
  // The local network's own hosts may be reached otherwise.
  api = await createTestApi({}, { MEDIA_ALLOWED_HOSTS: '' })
})
afterAll(() => api[Symbol.asyncDispose]())

const endpoints = CATALOGUE as unknown as readonly Endpoint[]

describe('requests that no route reads', () => {
  it.each(['/data/user/offers/%', '/data/user/rewards/%c0%ae', `/api/collection/${'x'.repeat(400)}`, '/%', '//'])(
    '%s is answered with the contract’s body, and without the address',
    async (url) => {
      const { status, json } = await ask(api, 'GET', url)
      expect(status === 400 || status === 404, `status ${status}`).toBe(true)
      expect(errorBody.parse(json).error.message).not.toContain(url)
    },
  )

  it('an OPTIONS that is no preflight is nothing special', async () => {
    const answer = await api.server.inject({ method: 'OPTIONS', url: '/api/session' })
    expect(answer.statusCode).toBe(204)
  })

  it.each([
    ['zebra\r\n\r\n'],
    ['GET / HTTP/9.9\r\n\r\n'],
    [`GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`],
    ['POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nzebra'],
  ])('%#: bytes that are not HTTP get an error, and the connection is closed', async (bytes) => {
    const answer = await talk(await listening(), bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(errorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).error.code).toBe('invalid-request')
  })
})

describe('the listener of the chain’s GraphQL', () => {
  it('answers what it cannot read in the contract’s words, too', async () => {
    const config = { ...api.config, chainGraphqlPort: 0 }
    await using listener = await startChainGraphql(config, api.context, api.server.log)
    const post = (body: string, type = 'application/json') =>
      fetch(listener.url, { method: 'POST', body, headers: { 'content-type': type } })
    const answers = await Promise.all([
      post('{'),
      post('{}', 'text/plain'),
      post(JSON.stringify({ query: 'x'.repeat(1_000_000) })),
      fetch(new URL('/nowhere', listener.url)),
      fetch(new URL('/%', listener.url)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 413, 404, 400])
    for (const answer of answers) expect(errorBody.safeParse(await answer.json()).error).toBeUndefined()
    const { port } = new URL(listener.url)
    expect(await talk(Number(port), 'zebra\r\n\r\n')).toContain('invalid-request')
  })

  it('bounds what a client leaves unread, in bytes and in time, and answers others', async () => {
    await api.store.pool.query(
      `update chain.current_token_datas_v2 set description = repeat('long', 990000) where token_data_id = $1`,
      [EXAMPLE.tokenDataId],
    )
    const asked = `current_token_datas_v2(where: {token_data_id: {_eq: "${EXAMPLE.tokenDataId}"}}) { a: description b: description }`
    const body = JSON.stringify({ query: `{ ${asked} }` })
    const config = { ...api.config, chainGraphqlPort: 0 }
    const bounds = { bytes: 40_000_000, bytesPerClient: 9_000_000, stallMs: 6_000 }
    await using listener = await startChainGraphql(config, api.context, api.server.log, undefined, bounds)
    const { port } = new URL(listener.url)
    /** Asks, and reads the status alone. */
    const statusOf = async (client: string) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      socket.pause()
      onTestFinished(() => void socket.destroy())
      const head = `x-forwarded-for: ${client}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
      socket.write(`POST /v1/graphql HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n${body}`)
      await once(socket, 'readable')
      return Number(String(socket.read(12)).slice(9))
    }
    for (const status of [200, 503]) expect(await statusOf('203.0.113.1')).toBe(status)
    expect(await statusOf('203.0.113.2')).toBe(200)
    await expect.poll(() => statusOf('203.0.113.1'), { interval: 300 }).toBe(200)
  })
})

/** The port; the server listens from the first time on. */
async function listening(): Promise<number> {
  if (!api.server.server.listening) await api.server.listen({ host: '127.0.0.1', port: 0 })
  return (api.server.server.address() as { port: number }).port
}

function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}

describe('bodies', () => {
  const tenMegabytes = JSON.stringify({ query: 'x'.repeat(10 * 1024 * 1024) })
  const posts = endpoints.filter(({ method }) => method === 'POST' || method === 'PATCH')

  it.each([
    ...posts.map((endpoint) => endpointUrl('', endpoint, { params: endpoint.example.params ?? {} })),
    '/chain/graphql',
    '/marketplace/graphql',
  ])('of 10 MB are refused at %s', async (url) => {
    const method = posts.find(
      (endpoint) => url === endpointUrl('', endpoint, { params: endpoint.example.params ?? {} }),
    )
    expect(await ask(api, method?.method ?? 'POST', url, tenMegabytes)).toMatchObject(refused(413, 'body-too-large'))
  })

  it('with words where amounts belong are the sender’s fault', async () => {
    const items = [{ tokenDataId: EXAMPLE.listedTokenDataId, maxPrice: 'much' }]
    const { status, json } = await ask(api, 'POST', '/api/collection/nfts/buy', { walletAddress: EXAMPLE.buyer, items })
    expect({ status, json }).toMatchObject(refused(400, 'invalid-request'))
    expect(json.error.details).toHaveProperty(['items.0.maxPrice'])
  })
})

describe('what a fault says', () => {
  it('is short, however long the words of the sender are', async () => {
    const body = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${'x'.repeat(100)}${at}`, at]))
    const { status, json } = await ask(api, 'POST', '/api/user/check-loyalty', body)
    expect({ status, json }).toMatchObject(refused(400, 'invalid-request'))
    expect(JSON.stringify(json).length).toBeLessThan(5_000)
  })

  it('is the sender’s for a character that no text may hold', async () => {
    for (const body of [
      { name: 'a\u0000b', collectionName: 'Monkeys' },
      { name: 'Monkey', collectionName: '\u0000' },
    ]) {
      expect(await ask(api, 'POST', '/api/collection/nfts/details', body)).toMatchObject(
        refused(400, 'invalid-request'),
      )
    }
  })
})

/** Resolves once so many of them have. */
function answered(all: readonly Promise<unknown>[], count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    for (const one of all)
      void one.then(() => {
        left -= 1
        if (left === 0) resolve()
      })
  })
}

describe('search patterns that run for ever elsewhere', () => {
  const gateOf = (address: string) => expressionGateOf(clientAt(address))

  // @feature items.search
  it('run a few at a time, queue up to a limit, are refused beyond it, and do not delay other requests', async () => {
    const search = (name: string, remoteAddress = '203.0.113.1') =>
      api.server.inject({
        url: `/api/collection/${EXAMPLE.collectionId}/nfts?name=${encodeURIComponent(name)}`,
        remoteAddress,
      })
    // Expressions that take until the test says so: more than run concurrently.
    const { promise: end, resolve } = Promise.withResolvers<void>()
    onTestFinished(() => resolve())
    const begun: number[] = []
    const slow = Array.from({ length: EXPENSIVE_CONCURRENCY + 1 }, (_, at) =>
      queryByPattern({ store: api.store, expressionGate: gateOf(`198.51.100.${at}`) }, '(a+)+$', async () => {
        begun.push(at)
        await end
      }),
    )
    // One client alone would wait for turns behind its own.
    const flood = Array.from({ length: 60 }, (_, at) => search(`(a+)+$|x{${at}}`, `203.0.113.${at + 10}`))
    // Other clients are answered, and can search by plain words.
    for (const url of [
      `/api/collection/${EXAMPLE.collectionId}`,
      endpointUrl('', listCollections, {}),
      endpointUrl('', getStats, {}),
    ])
      expect((await api.server.inject({ url, remoteAddress: '203.0.113.2' })).statusCode, url).toBe(200)
    expect((await search('Monkey #8', '203.0.113.2')).statusCode).toBe(200)
    const places = BOUNDS.runningExpensive + BOUNDS.waitingExpensive
    await answered(flood, flood.length - places)
    expect(begun).toHaveLength(EXPENSIVE_CONCURRENCY)
    resolve()
    await Promise.all(slow)
    const answers = await Promise.all(flood)
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(places)
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect({ status: answer.statusCode, json: answer.json() }).toMatchObject(refused(503, 'overloaded'))
    }
    expect((await search('(a+)+$')).statusCode).toBe(200)
  })

  it('of one client leave places to those of others', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const url = `/api/collection/${EXAMPLE.collectionId}/nfts?name=M.nkey`
    const search = async (remoteAddress: string) => (await api.server.inject({ url, remoteAddress })).statusCode
    const greedy = gateOf('198.51.100.1')
    const flood = Array.from({ length: 20 }, () => greedy(() => end).catch(() => undefined))
    expect(await search('198.51.100.1')).toBe(503)
    const other = search('198.51.100.2')
    expect(await Promise.race([other, wait(300, 'waits')])).toBe('waits')
    resolve()
    expect(await other).toBe(200)
    await Promise.all(flood)
  })

  it.each([
    '(a+)+$',
    '(.*)*\\1{255}',
    '(x+x+)+y',
    '((a?){25})a{25}',
    `${'(a*)*'.repeat(40)}b`,
    '.*.*.*.*.*.*.*=',
    '***:',
  ])('%s ends in time', async (pattern) => {
    const find = () =>
      ask(api, 'GET', `/api/collection/${EXAMPLE.collectionId}/nfts?name=${encodeURIComponent(pattern)}`)
    const times: number[] = []
    // Once more where it takes too long: on a busy machine that may be once, and not again.
    while (times.length === 0 || (times.length < 3 && Math.min(...times) >= 8_000)) {
      const began = performance.now()
      expect([200, 400, 503]).toContain((await find()).status)
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(8_000)
  })
})

describe('sources of images that are no public place', () => {
  it.each(HOSTILE_SOURCES)('%s is refused', async (src) => {
    const answer = await api.server.inject(`/media/image?${new URLSearchParams({ src, w: '64' })}`)
    expect({ status: answer.statusCode, json: answer.json() }).toMatchObject(refused(400, 'source-refused'))
  })
})

describe('sources of images that nothing names', () => {
  const media = async (src: string) =>
    (await api.server.inject(`/media/image?${new URLSearchParams({ src, w: '64' })}`)).json().error
  it('are refused, and what a document names is asked for', async () => {
    const src = `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/known.png`
    expect(await media(src)).toMatchObject({ code: 'source-refused', message: expect.stringContaining('refers to it') })
    for (const column of ['uri', 'image', 'animation_url']) {
      await api.store.pool.query(`insert into market.metadata (uri, status) values ('ipfs://known', 'ready')`)
      await api.store.pool.query(`update market.metadata set ${column} = $1 where uri = 'ipfs://known'`, [src])
      expect(await media(src)).toMatchObject({ code: 'media-unavailable' })
      await api.store.pool.query(`delete from market.metadata where uri in ($1, 'ipfs://known')`, [src])
      expect(await media(`${src.replace('known', column)}`)).toMatchObject({ code: 'source-refused' })
    }
  })
})
