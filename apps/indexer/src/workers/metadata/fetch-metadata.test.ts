import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runs } from '@opal/domain/testing/effort/config'
import { TRAIT_LIMITS } from '@opal/domain/tokens/token-traits'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { createMetadataFetcher, parseMetadata } from './fetch-metadata.ts'

const parse = (document: unknown) =>
  parseMetadata('ipfs://a', 'application/json', Buffer.from(JSON.stringify(document)))
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const letters = fc.string({ unit: 'binary', maxLength: 600, size: 'max' }).map((text) => text.toWellFormed())

it('bounds in bytes whatever traits a document has', () => {
  const trait = fc.record({
    trait_type: letters,
    value: fc.oneof(letters, fc.double(), fc.boolean(), fc.constant(null)),
  })
  fc.assert(
    fc.property(fc.array(trait, { maxLength: 300, size: 'max' }), (attributes) => {
      const parsed = parse({ attributes }).attributes as { trait_type: string; value: string }[]
      expect(parsed.length).toBeLessThanOrEqual(TRAIT_LIMITS.traits)
      expect(bytesOf(parsed)).toBeLessThanOrEqual(32_768)
      for (const { trait_type: name, value } of parsed) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(TRAIT_LIMITS.nameBytes)
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(TRAIT_LIMITS.valueBytes)
      }
    }),
    { numRuns: runs(40), seed: 20_261_122 },
  )
})

it('keeps the first traits of ten thousand, and cuts a long value', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ trait_type: `kind ${at}`, value: at }))
  const parsed = parse({ attributes: many }).attributes
  expect(parsed).toEqual(many.slice(0, 64).map(({ trait_type, value }) => ({ trait_type, value: String(value) })))
  const long = { trait_type: '名'.repeat(200), value: '值'.repeat(4_000) }
  expect(parse({ attributes: [long] }).attributes).toEqual([{ trait_type: '名'.repeat(33), value: '值'.repeat(85) }])
})

it.each([
  ['a data image of 4,000 letters', `data:image/png;base64,${'A'.repeat(3_978)}`],
  ['an address of 2,048 letters of three bytes', '漢'.repeat(2_048)],
  ['an address that is long as JSON only', `https://x.example/${'\u0001'.repeat(300)}`],
])('ignores %s', (_name, image) => {
  expect(parse({ image, animation_url: image })).toMatchObject({ image: null, animationUrl: null })
  expect(parse({ image, image_url: 'ipfs://b' })).toMatchObject({ image: 'ipfs://b' })
})

it('accepts a long valid address', () => {
  const image = `https://x.example/1.png?signature=${'s'.repeat(1_400)}`
  expect(parse({ image })).toMatchObject({ image })
})

it('reads names that objects inherit as any others', () => {
  const named =
    '{"__proto__":{"image":"ipfs://b"},"attributes":[{"trait_type":"__proto__","value":"x"},{"trait_type":"constructor","value":7}]}'
  expect(parseMetadata('ipfs://a', 'application/json', Buffer.from(named))).toEqual({
    image: null,
    animationUrl: null,
    category: null,
    attributes: [
      { trait_type: '__proto__', value: 'x' },
      { trait_type: 'constructor', value: '7' },
    ],
  })
})

it('reads a document that is nested ten thousand deep, and refuses one nested half a million deep, whose parsing would stop all else', () => {
  const nested = (depth: number) => {
    const document = `{"image":"ipfs://b","attributes":${'['.repeat(depth)}${']'.repeat(depth)}}`
    return parseMetadata('ipfs://a', 'application/json', Buffer.from(document))
  }
  expect(nested(10_000)).toMatchObject({ image: 'ipfs://b', attributes: [] })
  expect(() => nested(490_000)).toThrow('the document is not JSON')
})

// @feature token.metadata
it.each([
  ['video', 'video'],
  [' Video ', 'video'],
  ['html', 'html'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['x'.repeat(33), null],
  ['a video', null],
  ['<b>', null],
  ['', null],
  [7, null],
  [null, null],
])('reads the category %j of the properties as %j', (category, read) => {
  expect(parse({ properties: { category } })).toMatchObject({ category: read })
})

it.each([undefined, null, [], 'video', { category: { category: 'video' } }])(
  'reads none of the properties %j',
  (properties) => {
    expect(parse({ properties, category: 'video' })).toMatchObject({ category: null })
  },
)

const never = new AbortController().signal

/** Runs a host and fetches one address from it, written as `HOST/…`. */
async function fetchFrom(listener: RequestListener, path: string, allowed = true, attempts = 0, now = Date.now) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using fetcher = createMetadataFetcher(
    allowed
      ? { gateways: [`${base}/ipfs`], arweaveGateways: [`${base}/ar`], allowedHosts: ['127.0.0.1', 'localhost'] }
      : { gateways: [], arweaveGateways: [], allowedHosts: [] },
    never,
    now,
  )
  try {
    return await fetcher.fetch({ uri: path.replace('HOST', base), attempts })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const answer =
  (status: number, body: string | Buffer, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }

const document = {
  name: 'One',
  image: 'ipfs://cid/1.svg',
  attributes: [{ trait_type: 'Hat', value: 3 }, { bad: true }],
}

// @feature token.metadata
test('fetches an ipfs address through the gateway, and converts trait values to text', async () => {
  const asked: string[] = []
  const outcome = await fetchFrom((request, response) => {
    asked.push(String(request.url))
    answer(200, JSON.stringify(document))(request, response)
  }, 'ipfs://cid/1.json')
  expect(asked).toEqual(['/ipfs/cid/1.json'])
  expect(outcome).toEqual({
    uri: 'ipfs://cid/1.json',
    status: 'ready',
    image: 'ipfs://cid/1.svg',
    animationUrl: null,
    category: null,
    attributes: [{ trait_type: 'Hat', value: '3' }],
  })
})

test('uses an address of an image as the image', async () => {
  const outcome = await fetchFrom(answer(200, Buffer.alloc(5_000_000), 'image/png'), 'ipfs://cid/1.png')
  expect(outcome).toMatchObject({ status: 'ready', image: 'ipfs://cid/1.png' })
})

test('connects to no private host, by name or by number', async () => {
  for (const path of ['HOST/x.json', 'http://localhost/x.json', 'http://[::1]/x', 'http://169.254.169.254/latest']) {
    expect(await fetchFrom(answer(200, '{}'), path, false)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('public'),
    })
  }
})

test('fetches an ar address at its gateway, and refuses a path that leaves its content', async () => {
  const asked: string[] = []
  const host: RequestListener = (request, response) => {
    asked.push(String(request.url))
    answer(200, JSON.stringify(document))(request, response)
  }
  expect(await fetchFrom(host, 'ar://id/1')).toMatchObject({ status: 'ready' })
  expect(await fetchFrom(host, 'ipfs://../admin')).toMatchObject({ status: 'failed' })
  expect(asked).toEqual(['/ar/id/1'])
})

test('reaches a private gateway for content only, and only below its base', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    const location = { '/ipfs/out': '/admin', '/ipfs/folder': '/ipfs/folder/' }[String(request.url)]
    if (location !== undefined) return response.writeHead(302, { location }).end()
    return answer(200, '{}')(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { gateways: [`${base}/ipfs`], arweaveGateways: [`${base}/ar/`], allowedHosts: [] }
  await using fetcher = createMetadataFetcher(config, never)
  const statusOf = async (uri: string) => (await fetcher.fetch({ uri, attempts: 0 })).status
  expect(await statusOf(`${base}/admin`)).toBe('failed')
  expect(await statusOf(`${base}/ipfs/cid`)).toBe('failed')
  expect(asked).toEqual([])
  expect(await statusOf('ipfs://out')).toBe('failed')
  expect(await statusOf('ipfs://folder')).toBe('ready')
  expect(await statusOf('ar://id')).toBe('ready')
  expect(asked).toEqual(['/ipfs/out', '/ipfs/folder', '/ipfs/folder/', '/ar/id'])
  server.closeAllConnections()
  server.close()
})

test('holds no connection to a host that has been fetched from, however long the host would have it kept', async () => {
  const server = createServer(answer(200, '{}'))
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using fetcher = createMetadataFetcher({ gateways: [], arweaveGateways: [], allowedHosts: ['127.0.0.1'] }, never)
  expect(await fetcher.fetch({ uri: `${base}/1`, attempts: 0 })).toMatchObject({ status: 'ready' })
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  expect(await connections()).toBe(1)
  await expect.poll(connections).toBe(0)
  server.close()
})

test('follows no redirect to a private host', async () => {
  const redirect: RequestListener = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/x' }).end()
  expect(await fetchFrom(redirect, 'HOST/x')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('10.0.0.1'),
  })
})

test.each([
  ['a document that is too large', answer(200, `"${'x'.repeat(1_000_001)}"`), 'failed'],
  ['a document that is not JSON', answer(200, '<html>'), 'failed'],
  ['a host that is busy', answer(503, ''), 'pending'],
  ['a document that is not there yet', answer(404, ''), 'pending'],
  ['a host that refuses', answer(403, ''), 'failed'],
])('tells from the response whether a retry can help: %s', async (_, listener, status) => {
  expect(await fetchFrom(listener, 'HOST/x')).toMatchObject({ status })
})

test('waits longer after each attempt, and again after hours, as a network may be away for as long', async () => {
  const waits: number[] = []
  const after = (attempts: number) => fetchFrom(answer(503, ''), 'HOST/x', true, attempts)
  for (let outcome = await after(0); outcome.status === 'pending'; outcome = await after(waits.length))
    waits.push(outcome.retryAfterSeconds)
  expect(waits.slice(0, 3)).toEqual([5, 20, 80])
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(6 * 3_600)
  expect(waits.length).toBeLessThan(10)
})

test.each([
  ['120', 0, 120],
  ['Sat, 31 Jan 2026 10:05:00 GMT', 0, 300],
  ['1', 2, 80],
  ['99999999', 0, 86_400],
  ['whenever', 1, 20],
])('waits as Retry-After %s asks, after %i attempts for %i s', async (asked, attempts, wait) => {
  const busy: RequestListener = (_, response) => response.writeHead(429, { 'retry-after': asked }).end()
  const now = () => Date.parse('2026-01-31T10:00:00Z')
  const outcome = await fetchFrom(busy, 'HOST/x', true, attempts, now)
  expect(outcome).toMatchObject({ status: 'pending', retryAfterSeconds: wait })
})

test('gives up other kinds of address immediately', async () => {
  for (const uri of ['data:application/json,{}', 'file:///etc/passwd', 'nonsense', 'https://me:secret@example.com/x']) {
    expect(await fetchFrom(answer(200, '{}'), uri)).toMatchObject({ status: 'failed' })
  }
})
