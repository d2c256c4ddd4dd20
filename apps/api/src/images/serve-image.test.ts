import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@opal/domain/limits/client'
import { clientAt } from '@opal/domain/limits/client'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toErrorAnswer } from '../http/error-responses.ts'
import { clientIdentity } from '../http/limits/client-address.ts'
import { createMemoryCache } from './media-cache.ts'
import { createMediaQueue } from './media-queue.ts'
import { createMedia, mountMedia } from './serve-image.ts'
import { SourceShares } from './sources/source-shares.ts'

const WIDE = { concurrency: 10, concurrencyPerClient: 10, maxPending: 100, maxPendingPerClient: 100 }
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const asked: string[] = []
const host = createServer((request, answer) => {
  asked.push(request.url ?? '')
  if (request.url?.endsWith('missing.svg')) answer.writeHead(404).end()
  else answer.end('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle cx="5" cy="5" r="5"/></svg>')
})
const server = createApp()

/** Creates a server that validates, serializes and answers errors as the API does. */
function createApp() {
  const created = Fastify()
  created.setValidatorCompiler(validatorCompiler)
  created.setSerializerCompiler(serializerCompiler)
  created.setErrorHandler((error, _, reply) => {
    const { status, body } = toErrorAnswer(error)
    return reply.code(status).send(body)
  })
  return created
}

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ipfs`
  const sources = {
    gateways: [gateway],
    arweaveGateways: [],
    allowedHosts: new Set<string>(),
    shares: new SourceShares(),
    isKnown: async (src: string) => !src.includes('stranger'),
  }
  mountMedia(server, createMedia(createMemoryCache(1_000_000), sources, createMediaQueue(WIDE)), () =>
    clientAt('a reader'),
  )
})
afterAll(async () => {
  await server.close()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

const get = (src: string, w: number | string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/media/image?${new URLSearchParams({ src, w: String(w) })}`, headers })

describe('/media/image', () => {
  it('serves WebP that browsers may keep for ever', async () => {
    const answer = await get(`ipfs://${cid}/1.svg`, 100)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(128)
    const again = await get(`ipfs://${cid}/1.svg`, 100, { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('serves AVIF on request, and the WebP of the same image', async () => {
    const url = (format: string) =>
      `/media/image?${new URLSearchParams({ src: `ipfs://${cid}/1.svg`, w: '100', format })}`
    for (const format of ['avif', 'webp', 'avif']) {
      const answer = await server.inject(url(format))
      expect(answer.headers['content-type']).toBe(`image/${format}`)
      const { width, compression } = await sharp(answer.rawPayload).metadata()
      expect({ width, isAvif: compression === 'av1' }).toEqual({ width: 128, isAvif: format === 'avif' })
    }
    expect((await server.inject(url('svg'))).statusCode).toBe(400)
  })

  it('fetches an image once for concurrent requests', async () => {
    const before = asked.length
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => get(`ipfs://${cid}/2.svg`, 200 + i)))
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
    expect(asked.length - before).toBe(1)
  })

  it('does not fetch a missing image again immediately', async () => {
    const before = asked.length
    expect((await get(`ipfs://${cid}/missing.svg`, 64)).statusCode).toBe(502)
    expect((await get(`ipfs://${cid}/missing.svg`, 64)).json().error).toMatchObject({
      code: 'media-unavailable',
      retryable: true,
    })
    expect(asked.length - before).toBe(1)
  })

  it('fetches nothing that no token or collection names', async () => {
    const before = asked.length
    const answer = await get(`ipfs://${cid}/stranger.svg`, 64)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'source-refused'])
    expect(asked.length).toBe(before)
  })

  it('refuses a second request of one IPv6 network while its first waits, and serves other networks', async () => {
    const held = Promise.withResolvers<void>()
    await using narrow = createApp()
    const image = async () => {
      await held.promise
      return Buffer.from('image')
    }
    const queue = createMediaQueue({ ...WIDE, maxPendingPerClient: 1 })
    const media = { image: ({ client }: { client: Client }) => queue.add(client, image) }
    mountMedia(narrow, media, clientIdentity({ trustedProxies: [], exemptsOwnMachine: true }).clientOf)
    const from = (remoteAddress: string) => narrow.inject({ url: '/media/image?src=ipfs://a&w=64', remoteAddress })
    const first = from('2001:db8:1:2::1').then((answer) => answer)
    const second = await from('2001:db8:1:2:ffff::2')
    held.resolve()
    const other = await from('2001:db8:1:3::1')
    expect([(await first).statusCode, second.statusCode, other.statusCode]).toEqual([200, 503, 200])
  })

  it.each([
    ['http://169.254.169.254/latest/meta-data', 64],
    ['https://169.254.169.254/latest/meta-data', 64],
    ['https://localhost/', 64],
    ['file:///etc/passwd', 64],
    [`ipfs://${cid}`, 0],
    [`ipfs://${cid}`, 5000],
    [`ipfs://${cid}`, 'wide'],
    ['x'.repeat(3000), 64],
  ])('refuses %s at %s', async (src, w) => {
    expect((await get(src, w)).statusCode).toBe(400)
  })
})
