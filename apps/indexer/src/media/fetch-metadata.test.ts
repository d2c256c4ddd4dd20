import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createMetadataFetcher } from './fetch-metadata.ts'

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
test('an ipfs address is fetched through the gateway, and its traits become text', async () => {
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

test('an address that is an image is its own image', async () => {
  const outcome = await fetchFrom(answer(200, Buffer.alloc(5_000_000), 'image/png'), 'ipfs://cid/1.png')
  expect(outcome).toMatchObject({ status: 'ready', image: 'ipfs://cid/1.png' })
})

test('hosts that are not public are not spoken to, by name or by number', async () => {
  for (const path of ['HOST/x.json', 'http://localhost/x.json', 'http://[::1]/x', 'http://169.254.169.254/latest']) {
    expect(await fetchFrom(answer(200, '{}'), path, false)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('public'),
    })
  }
})

test('an ar address is fetched at its gateway, and a path that climbs out of its content is refused', async () => {
  const asked: string[] = []
  const host: RequestListener = (request, response) => {
    asked.push(String(request.url))
    answer(200, JSON.stringify(document))(request, response)
  }
  expect(await fetchFrom(host, 'ar://id/1')).toMatchObject({ status: 'ready' })
  expect(await fetchFrom(host, 'ipfs://../admin')).toMatchObject({ status: 'failed' })
  expect(asked).toEqual(['/ar/id/1'])
})

test('a redirection to a host that is not public is not followed', async () => {
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
])('%s is told as such', async (_, listener, status) => {
  expect(await fetchFrom(listener, 'HOST/x')).toMatchObject({ status })
})

test('waits grow with each attempt, and the sixth is the last', async () => {
  const waits = await Promise.all([0, 1, 2].map((attempts) => fetchFrom(answer(503, ''), 'HOST/x', true, attempts)))
  expect(waits.map((outcome) => outcome.status === 'pending' && outcome.retryAfterSeconds)).toEqual([5, 20, 80])
  expect(await fetchFrom(answer(503, ''), 'HOST/x', true, 5)).toMatchObject({ status: 'failed' })
})

test.each([
  ['120', 0, 120],
  ['Sat, 31 Jan 2026 10:05:00 GMT', 0, 300],
  ['1', 2, 80],
  ['99999999', 0, 86_400],
  ['whenever', 1, 20],
])('a host that asks to be left alone for %s is, after %i attempts for %i s', async (asked, attempts, wait) => {
  const busy: RequestListener = (_, response) => response.writeHead(429, { 'retry-after': asked }).end()
  const now = () => Date.parse('2026-01-31T10:00:00Z')
  const outcome = await fetchFrom(busy, 'HOST/x', true, attempts, now)
  expect(outcome).toMatchObject({ status: 'pending', retryAfterSeconds: wait })
})

test('other kinds of address are given up at once', async () => {
  for (const uri of ['data:application/json,{}', 'file:///etc/passwd', 'nonsense', 'https://me:secret@example.com/x']) {
    expect(await fetchFrom(answer(200, '{}'), uri)).toMatchObject({ status: 'failed' })
  }
})
