import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { shareCardUrl } from '@opal/contract/constants/share-card-url'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { countLockWaits } from '@opal/store/testing/count-lock-waits'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../http/limits/request-queue.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let isDown = false
const host = createServer((_, answer) => {
  if (isDown) answer.writeHead(500).end()
  else
    answer.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#00ff00"/></svg>',
    )
})
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  api = await createTestApi({}, { IPFS_GATEWAYS: `http://127.0.0.1:${(host.address() as AddressInfo).port}/ipfs` })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

const get = (kind: 'collection' | 'token', id: string, headers: Record<string, string> = {}) =>
  api.server.inject({ url: shareCardUrl('', kind, id), headers })

/** Colour in the middle of the art. */
async function artOf(card: Buffer): Promise<readonly number[]> {
  return [...(await sharp(card).extract({ left: 20, top: 300, width: 1, height: 1 }).raw().toBuffer())]
}

/** From now on the collection's metadata names another image. */
const named = (image: string) =>
  api.store.pool.query('update market.metadata set image = $1 where uri = $2', [image, 'ipfs://cid/Monkeys.json'])

describe('share cards', () => {
  it('are images of collections, by id and by slug, and of tokens', async () => {
    const answers = [
      await get('collection', EXAMPLE.collectionId),
      await get('collection', 'monkeys-c0c0c0c0'),
      await get('token', EXAMPLE.tokenDataId),
      await get('token', EXAMPLE.listedTokenDataId),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    }
    expect(answers[0]?.rawPayload.equals(answers[1]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  })

  it('are not sent again to clients that have them, until a metric changes', async () => {
    const first = await get('collection', EXAMPLE.collectionId)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await get('collection', EXAMPLE.collectionId, headers)).statusCode).toBe(304)
    await api.store.pool.query('update market.collection_stats set floor_octas = 123456789 where collection_id = $1', [
      EXAMPLE.collectionId,
    ])
    const second = await get('collection', EXAMPLE.collectionId, headers)
    expect(second.statusCode).toBe(200)
    expect(second.headers.etag).not.toBe(first.headers.etag)
  })

  it('show the art while its host gives it, and a letter when it never did', async () => {
    await named('ipfs://bafycover/cover.svg')
    const whole = await get('collection', EXAMPLE.collectionId)
    expect((await artOf(whole.rawPayload))[1]).toBeGreaterThan(240)
    expect(whole.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600')
    isDown = true
    await named('ipfs://bafycover/gone.svg')
    const card = await get('collection', EXAMPLE.collectionId)
    expect(card.statusCode).toBe(200)
    expect((await artOf(card.rawPayload))[1]).toBeLessThan(200)
    expect(card.headers['cache-control']).toBe('public, max-age=10')
    isDown = false
  })

  it.each([
    ['collection', '0xff', 404, 'collection-not-found'],
    ['collection', '../../etc/passwd', 404, 'collection-not-found'],
    ['token', '0x123', 404, 'token-not-found'],
    ['token', 'no-id', 400, 'invalid-request'],
  ] as const)('of a %s that is not there, %s, are refused', async (kind, id, status, code) => {
    const answer = await get(kind, id)
    expect({ status: answer.statusCode, code: answer.json().error.code }).toEqual({ status, code })
  })

  it('of one client, however many it asks for, read the store in the places that it has for its calls', async () => {
    const waiting = () => countLockWaits(api.store, 'market.collection_stats')
    const client = await api.store.pool.connect()
    try {
      await client.query('begin')
      await client.query('lock table market.collection_stats')
      const url = shareCardUrl('', 'collection', EXAMPLE.collectionId)
      const cards = Array.from({ length: 40 }, () => api.server.inject({ url, remoteAddress: '198.51.100.1' }))
      await expect.poll(waiting).toBe(BOUNDS.runningPerClient)
      for (let turn = 0; turn < 5; turn += 1) {
        const other = { url: `/data/user/named/alice${turn}.apt`, remoteAddress: '203.0.113.9' }
        expect((await api.server.inject(other)).statusCode).toBe(200)
        expect(await waiting()).toBe(BOUNDS.runningPerClient)
      }
      await client.query('commit')
      expect((await Promise.all(cards)).map(({ statusCode }) => statusCode)).toEqual(cards.map(() => 200))
    } finally {
      client.release()
    }
  })
})
