import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { parseAddress } from '@opal/domain/address'
import { requestMetadata } from '@opal/store/accounts/indexer-requests'
import type { Store } from '@opal/store/driver/connection'
import { metadataToQueue, queueMetadata } from '@opal/store/projections/metadata/queue'
import { retryMedia } from '@opal/store/projections/metadata/retry'
import { countMedia } from '@opal/store/queries/indexer-state'
import { readMetadataState } from '@opal/store/queries/tokens/metadata'
import { insertToken } from '@opal/store/testing/rarity-tokens'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMetadataFetcher } from './metadata-fetcher.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#0000ff"/></svg>'
let isGone = false
const host = createServer((request, response) => {
  if (isGone) return response.writeHead(410).end()
  if (request.url?.endsWith('.svg')) return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SVG)
  return response.writeHead(200, { 'content-type': 'application/json' }).end('{"image":"ipfs://cid/1.svg"}')
})
beforeAll(() => new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const config = () => ({
  gateways: [`http://127.0.0.1:${(host.address() as AddressInfo).port}/ipfs`],
  arweaveGateways: [],
  allowedHosts: [],
  measuresImages: true,
})
const document = async ({ pool }: Store) =>
  (await pool.query('select status, image, error from market.metadata')).rows[0] as Record<string, unknown>
const image = async ({ pool }: Store) =>
  (await pool.query('select status, width, height, colour from market.images')).rows[0] as Record<string, unknown>

test('fetches a document and measures its image; counts failures, and retries on demand without loss', async () => {
  await using store = await createTestStore()
  await store.pool.query(`insert into market.metadata (uri, status) values ('ipfs://cid/1.json', 'pending')`)
  const fetched: string[] = []
  const onFetched = (what: string, isReady: boolean) => fetched.push(`${what} ${isReady}`)
  await using _worker = startMetadataFetcher({ store, config: config(), log: pino({ level: 'silent' }), onFetched })
  while ((await image(store))?.status !== 'ready') await delay(10)
  const measured = { status: 'ready', width: 300, height: 200, colour: expect.stringMatching(/^#0[0-9a-f]0[0-9a-f]f/) }
  expect(await image(store)).toEqual(measured)

  isGone = true
  const ask = (attempts: number) =>
    store.pool.query(`update market.metadata set status = 'pending', next_attempt_at = now(), attempts = $1`, [
      attempts,
    ])
  // Another time after a failure, which is not counted.
  await ask(3)
  while ((await document(store)).status !== 'failed') await delay(10)
  await ask(0)
  while ((await document(store)).status !== 'failed') await delay(10)
  expect(await document(store)).toEqual({
    status: 'failed',
    image: 'ipfs://cid/1.svg',
    error: 'the host answered 410',
  })
  expect(await countMedia(store)).toMatchObject({ failedDocuments: 1, pendingDocuments: 0, failedImages: 0 })

  isGone = false
  expect(await retryMedia(store.db, 'failed')).toEqual({ documents: 1, images: 0, listItems: 0, rankings: 0 })
  while ((await document(store)).status !== 'ready') await delay(10)
  expect(await countMedia(store)).toMatchObject({ failedDocuments: 0 })
  const documents = () => fetched.filter((each) => each.startsWith('documents'))
  await expect.poll(documents).toEqual(['documents true', 'documents false', 'documents true'])
  expect(fetched).toContain('images true')
})

test('writes what answers while a collection of documents at a host that never answers waits in front of it', async () => {
  let hanging = 0
  let ended = 0
  const tarpit = createServer((_, response) => {
    hanging += 1
    response.once('close', () => {
      ended += 1
    })
  })
  await new Promise<void>((resolve) => tarpit.listen(0, '127.0.0.1', resolve))
  const { port } = tarpit.address() as AddressInfo
  await using store = await createTestStore()
  await store.pool.query(`
    insert into market.metadata (uri, status, collection_id, next_attempt_at)
    select 'http://127.0.0.1:${port}/' || n, 'pending', '0xbad', now() - interval '1 hour' from generate_series(1, 200) n
    union all select 'ipfs://cid/' || n || '.json', 'pending', '0xf1ne', now() from generate_series(1, 5) n`)
  const ready = async () =>
    (await store.pool.query(`select from market.metadata where status = 'ready' and uri like 'ipfs:%'`)).rowCount
  isGone = false
  {
    const options = { ...config(), allowedHosts: [`127.0.0.1:${port}`] }
    await using _worker = startMetadataFetcher({ store, config: options, log: pino({ level: 'silent' }) })
    while ((await ready()) !== 5 || hanging < 2) await delay(10)
    // None of the others has come to an end: nothing had to wait for them.
    expect({ hanging, ended }).toEqual({ hanging: 2, ended: 0 })
  }
  tarpit.closeAllConnections()
  tarpit.close()
})

test('refetches a document after a mutation of its token, unless it was fetched later', async () => {
  await using store = await createTestStore()
  await store.pool.query(`insert into market.metadata (uri, status, fetched_at, attempts)
    values ('ipfs://cid/1.json', 'ready', to_timestamp(1000), 1)`)
  const token = parseAddress('0xa1')
  const mutation = (timestampMicros: bigint) => ({
    transaction: { timestampMicros },
    tokens: {
      collections: [],
      tokenDatas: [{ tokenDataId: token, tokenUri: 'ipfs://cid/1.json' }],
      activities: [{ type: '0x4::token::Mutation', tokenDataId: token }],
    },
  })
  const mutate = (micros: bigint) =>
    queueMetadata(store.db, metadataToQueue([mutation(micros)] as unknown as Parameters<typeof metadataToQueue>[0]))
  await mutate(999_000_000n)
  expect(await document(store)).toMatchObject({ status: 'ready' })
  await mutate(1_001_000_000n)
  expect(await document(store)).toMatchObject({ status: 'pending' })
})

// @feature token.refresh, token.metadata-failed
test('refetches a requested document once a minute at most, and returns its queue state', async () => {
  await using store = await createTestStore()
  const token = parseAddress('0xa1')
  await insertToken(store, { id: token, collectionId: parseAddress('0xc0'), properties: {} })
  expect(await readMetadataState(store, token)).toMatchObject({ status: 'failed', fetchedAtMicros: null })
  await store.pool.query(`insert into market.metadata (uri, status, attempts, error) values
    ('ipfs://${token}', 'failed', 6, 'the host answered 410')`)
  expect(await readMetadataState(store, token)).toMatchObject({ status: 'failed', error: 'the host answered 410' })

  isGone = false
  await requestMetadata(store, token)
  expect(await readMetadataState(store, token)).toMatchObject({ status: 'pending', ahead: 0 })
  {
    await using _worker = startMetadataFetcher({ store, config: config(), log: pino({ level: 'silent' }) })
    while ((await readMetadataState(store, token))?.status !== 'ready') await delay(10)
  }
  const fetched = await readMetadataState(store, token)
  expect(fetched).toEqual({ status: 'ready', ahead: 0, error: null, fetchedAtMicros: expect.any(BigInt) })
  expect(await document(store)).toMatchObject({ status: 'ready', image: 'ipfs://cid/1.svg' })

  await requestMetadata(store, token)
  expect(await readMetadataState(store, token)).toEqual(fetched)
  await store.pool.query(`update account.metadata_requests set taken_at = now() - interval '61 seconds'`)
  await store.pool.query(`insert into market.metadata (uri, status, next_attempt_at)
    values ('ipfs://other', 'pending', now() - interval '1 hour')`)
  await requestMetadata(store, token)
  expect(await readMetadataState(store, token)).toMatchObject({ status: 'pending', ahead: 1 })
})

test('ignores requests for unknown tokens', async () => {
  await using store = await createTestStore()
  await requestMetadata(store, parseAddress('0xdead'))
  expect(await readMetadataState(store, parseAddress('0xdead'))).toBeNull()
  expect((await store.pool.query('select from account.metadata_requests')).rowCount).toBe(0)
})
