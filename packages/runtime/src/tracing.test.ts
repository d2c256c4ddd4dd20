import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { openCollector } from './testing/open-collector.ts'
import { startTracing, traced, tracedWork, traceHeaders, traceRequests } from './tracing.ts'

/** A sampled trace that a client names. */
const STRANGERS_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Starts a site that calls an API, which believes it and queries a database. */
async function openPrograms() {
  const api = fastify()
  traceRequests(api, { isBelieved: () => true })
  api.get('/tokens/:id', () =>
    traced(
      'select',
      () => ({ 'db.query.text': 'select $1' }),
      async () => 'token',
    ),
  )
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  const site = fastify()
  traceRequests(site)
  const asked: Record<string, string>[] = []
  site.get('/token/:id', async () => {
    const headers = traceHeaders()
    asked.push({ ...headers })
    return (await fetch(`${apiUrl}/tokens/7?wallet=0xsecret`, { headers })).text()
  })
  const siteUrl = await site.listen({ host: '127.0.0.1', port: 0 })
  return {
    asked,
    siteUrl,
    async [Symbol.asyncDispose]() {
      await site.close()
      await api.close()
    },
  }
}

// @feature operate.traces
test('a page, its calls and their statements are one trace, without ids and queries of the URLs', async () => {
  using collector = await openCollector()
  await using programs = await openPrograms()
  const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share: 1 })
  expect(await (await fetch(`${programs.siteUrl}/token/7?q=secret`)).text()).toBe('token')
  await tracing[Symbol.asyncDispose]()
  const [statement, call, page] = ['select', 'GET /tokens/:id', 'GET /token/:id'].map((name) =>
    collector.spans.find((span) => span.name === name),
  )
  expect(page?.parentSpanId).toBeUndefined()
  expect([call?.traceId, call?.parentSpanId]).toEqual([page?.traceId, page?.spanId])
  expect([statement?.traceId, statement?.parentSpanId]).toEqual([call?.traceId, call?.spanId])
  expect(statement?.attributes).toContainEqual({ key: 'db.query.text', value: { stringValue: 'select $1' } })
  expect(JSON.stringify(collector.spans)).not.toContain('secret')
})

test('a request whose client leaves before the answer is in its trace', async () => {
  using collector = await openCollector()
  const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share: 1 })
  const api = fastify()
  traceRequests(api)
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  api.get('/slow', async (_request, reply) => {
    reply.raw.once('close', left.resolve)
    asked.resolve()
    await left.promise
    return 'late'
  })
  const url = await api.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const asking = fetch(`${url}/slow`, { signal: leaving.signal }).catch((error: unknown) => error)
  await asked.promise
  leaving.abort()
  expect(await asking).toBeInstanceOf(Error)
  await left.promise
  await api.close()
  await tracing[Symbol.asyncDispose]()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /slow'])
  const status = { key: 'http.response.status_code', value: { intValue: 499 } }
  expect(collector.spans[0]?.attributes).toContainEqual(status)
})

test.each([
  { share: 0, flag: '01', sent: 0 },
  { share: 1, flag: '00', sent: 1 },
  { share: 1, flag: '01', sent: 1 },
])(
  'a client joins no trace and neither forces nor prevents one: share $share, flag $flag',
  async ({ share, flag, sent }) => {
    using collector = await openCollector()
    await using programs = await openPrograms()
    const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share })
    const traceparent = STRANGERS_PARENT.replace(/01$/, flag)
    await (await fetch(`${programs.siteUrl}/token/7`, { headers: { traceparent } })).text()
    await tracing[Symbol.asyncDispose]()
    const pages = collector.spans.filter(({ name }) => name === 'GET /token/:id')
    expect(pages).toHaveLength(sent)
    expect(collector.spans).toHaveLength(sent * 3)
    expect(JSON.stringify(collector.spans)).not.toContain('0af7651916cd43dd8448eb211c80319c')
  },
)

// @feature operate.traces
test('requests carry no trace headers without a collector', async () => {
  await using programs = await openPrograms()
  await (await fetch(`${programs.siteUrl}/token/7`)).text()
  expect(programs.asked).toEqual([{}])
})

test('work that no request asked for is a trace of its own, with what it does inside, and says where it failed', async () => {
  using collector = await openCollector()
  const attributes = vi.fn(() => ({ 'opal.next_version': '7' }))
  const work = () =>
    tracedWork('index batch', attributes, async () =>
      traced(
        'select',
        () => ({}),
        async () => 'done',
      ),
    )
  expect(await work()).toBe('done')
  expect(attributes).not.toHaveBeenCalled()
  const tracing = await startTracing('opal-test', { endpoint: collector.endpoint, share: 1 })
  expect(await work()).toBe('done')
  const failing = tracedWork('index batch', attributes, async () => Promise.reject(new RangeError('broken')))
  await expect(failing).rejects.toThrow('broken')
  await tracing[Symbol.asyncDispose]()
  const [first, failed] = collector.spans.filter(({ name }) => name === 'index batch')
  const statement = collector.spans.find(({ name }) => name === 'select')
  expect([first?.parentSpanId, failed?.parentSpanId]).toEqual([undefined, undefined])
  expect([statement?.traceId, statement?.parentSpanId]).toEqual([first?.traceId, first?.spanId])
  expect(failed?.traceId).not.toBe(first?.traceId)
  expect(first?.attributes).toContainEqual({ key: 'opal.next_version', value: { stringValue: '7' } })
  expect(failed?.status).toMatchObject({ code: 2, message: 'RangeError' })
})
