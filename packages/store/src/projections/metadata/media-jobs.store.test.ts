import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestMetadata } from '../../accounts/indexer-requests.ts'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { insertToken } from '../../testing/rarity-tokens.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { finishMetadataJobs, queueRequestedMetadata, takeMetadataJobs } from './documents.ts'
import { finishImageJobs, takeImageJobs } from './images.ts'
import type { MediaOrder } from './media-jobs.ts'
import { queueMetadata } from './queue.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const NONE = { sources: [], services: [], collections: [], slow: [], slowServices: [] }
const queueUris = async (uris: readonly string[]) => {
  await sql`delete from market.metadata`.execute(store.db)
  await sql`insert into market.metadata (uri, status, collection_id, next_attempt_at)
    select uri, 'pending', '0x' || n, now() - interval '1 hour' + n * interval '1 second'
    from unnest(${[...uris]}::text[]) with ordinality as queued (uri, n)`.execute(store.db)
}

it('takes one document at a time of all the hosts that an owner has, and of all the content of a gateway', async () => {
  const many = Array.from({ length: 600 }, (_, at) => [
    `https://h${at}.evil.com/${at}`,
    `https://h${at}.wild.org/ipfs/${at}`,
  ])
  await queueUris([...many.flat(), 'https://good.com/1', 'ipfs://QmA/1', 'ipfs://QmB/1'])
  const named = (jobs: readonly { source: string; service: string | null }[]) =>
    jobs.map(({ source, service }) => [source, service])
  expect(named(await takeMetadataJobs(store.db, 32, NONE, 'oldest')).toSorted()).toEqual([
    ['evil.com', null],
    ['wild.org 0', 'wild.org'],
  ])
  const busy = { ...NONE, sources: ['evil.com'], services: ['wild.org'] }
  const next = () => takeMetadataJobs(store.db, 32, busy, 'oldest')
  expect(named([...(await next()), ...(await next())]).toSorted()).toEqual([
    ['good.com', null],
    ['ipfs QmA', null],
    ['ipfs QmB', null],
  ])
})

it('takes those that have been due for longest, or the newest of those that were never tried', async () => {
  const rows = fc.array(fc.record({ attempts: fc.constantFrom(0, 0, 1, 7), isDue: fc.boolean() }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (queued, limit) => {
      const take = async (order: MediaOrder) => {
        await queueUris(queued.map((_, at) => `https://h${at}.com/`))
        for (const [at, { attempts, isDue }] of queued.entries())
          await sql`update market.metadata set attempts = ${attempts},
            next_attempt_at = next_attempt_at + ${isDue ? 0 : 2} * interval '1 hour' where uri = ${`https://h${at}.com/`}`.execute(
            store.db,
          )
        return (await takeMetadataJobs(store.db, limit, NONE, order)).map(({ source }) => source).toSorted()
      }
      const due = queued.map((row, at) => ({ ...row, source: `h${at}.com` })).filter(({ isDue }) => isDue)
      const first = (some: typeof due) =>
        some
          .slice(0, limit)
          .map(({ source }) => source)
          .toSorted()
      expect(await take('oldest')).toEqual(first(due))
      expect(await take('newest')).toEqual(first(due.filter(({ attempts }) => attempts === 0).toReversed()))
    }),
    { numRuns: runs(8), seed: 20_261_201 },
  )
})

it.each([0, 1, 700])('takes the %i newest without looking at the thousands that are tried again', async (untried) => {
  await queueUris(Array.from({ length: 5_700 }, (_, at) => `https://h${at}.com/`))
  await sql`update market.metadata set attempts = 1, next_attempt_at = now() - interval '1 second'
    where collection_id <> all (${Array.from({ length: untried }, (_, at) => `0x${at + 1}`)}::text[])`.execute(store.db)
  // Each finds the sources of a thousand.
  for (let times = 0; times < 6; times += 1) await takeMetadataJobs(store.db, 1, NONE, 'oldest')
  await vacuumWhole(store, ['market.metadata'])
  const read = await countRowsRead(store, 'market.metadata', ({ db }) => takeMetadataJobs(db, 8, NONE, 'newest'))
  expect(read).toBeLessThan(1_000n)
})

it('finds the sources of what is taken first, however much is queued', async () => {
  await queueUris(Array.from({ length: 3_000 }, (_, at) => `https://h${at}.com/`))
  const first = async (order: MediaOrder) =>
    (await takeMetadataJobs(store.db, 1, NONE, order)).map(({ source }) => source)
  expect(await first('newest')).toEqual(['h2999.com'])
  expect(await first('oldest')).toEqual(['h0.com'])
})

it('takes the document of a new collection as the newest of all that came with it', async () => {
  await sql`delete from market.metadata`.execute(store.db)
  await store.db.transaction().execute(async (batch) => {
    const queueTokens = (from: number) =>
      sql`insert into market.metadata (uri, status) select 'https://h' || n || '.com/', 'pending'
        from generate_series(${from}::integer, ${from + 9}::integer) n`.execute(batch)
    await queueTokens(1)
    await queueMetadata(batch, { collectionUris: new Map([['https://own.com/1', '0x1']]), mutatedUris: new Map() })
    await queueTokens(20)
  })
  const [job] = await takeMetadataJobs(store.db, 1, NONE, 'newest')
  expect(job).toMatchObject({ source: 'own.com', collectionId: '0x1' })
})

it('takes one document at a time of all sources that were slow', async () => {
  await queueUris(['https://a.com/1', 'https://b.com/1', 'https://c.com/1', 'https://d.com/1'])
  const slow = ['a.com', 'b.com', 'c.com']
  const take = async () =>
    (await takeMetadataJobs(store.db, 32, { ...NONE, slow }, 'oldest')).map(({ source }) => source)
  expect((await take()).toSorted()).toEqual(['a.com', 'd.com'])
  expect(await take()).toEqual(['b.com'])
})

it('takes one document at a time of all that is slow, whatever sources a slow service has', async () => {
  await queueUris(['https://a.com/1', 'https://b.com/ipfs/1', 'https://c.com/ipfs/2', 'https://d.com/ipfs/3'])
  const slow = { ...NONE, slow: ['a.com'], slowServices: ['b.com', 'c.com'] }
  const take = async () => (await takeMetadataJobs(store.db, 32, slow, 'oldest')).map(({ source }) => source)
  expect((await take()).toSorted()).toEqual(['a.com', 'd.com 3'])
  expect(await take()).toEqual(['b.com 1'])
  expect(await take()).toEqual(['c.com 2'])
})

it('finds the sources of documents and images that an older version queued', async () => {
  await queueUris(['https://a.evil.com/1'])
  await sql`insert into market.images (src, status) values ('https://b.evil.com/1.png', 'pending')`.execute(store.db)
  await takeMetadataJobs(store.db, 1, NONE, 'oldest')
  await takeImageJobs(store.db, 1, NONE, 'oldest')
  const { rows } = await sql`select source, service from market.metadata union all
    select source, service from market.images`.execute(store.db)
  expect(rows).toEqual([
    { source: 'evil.com', service: null },
    { source: 'evil.com', service: null },
  ])
  await sql`delete from market.images`.execute(store.db)
})

const SOURCES = ['a.example', 'b.example', 'c.example']
const COLLECTIONS = ['0x1', '0x2', null]

it('takes one due document of each source and collection at a time, none that is busy, and in the end every other', async () => {
  const row = fc.record({
    source: fc.constantFrom(...SOURCES),
    collection: fc.constantFrom(...COLLECTIONS),
    isDue: fc.boolean(),
  })
  const queue = fc.record({
    rows: fc.array(row, { maxLength: 25 }),
    sources: fc.subarray(SOURCES, { maxLength: 2 }),
    collections: fc.subarray(['0x1', '0x2']),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(queue, async ({ rows, sources, collections, limit }) => {
      await sql`delete from market.metadata`.execute(store.db)
      for (const [at, { source, collection, isDue }] of rows.entries())
        await sql`insert into market.metadata (uri, status, collection_id, next_attempt_at)
          values (${`https://${source}/${at}`}, 'pending', ${collection}, now() + ${isDue ? -at - 1 : 60} * interval '1 minute')`.execute(
          store.db,
        )
      const eligible = rows.flatMap(({ source, collection, isDue }, at) =>
        isDue && !sources.includes(source) && !(collection !== null && collections.includes(collection))
          ? [`https://${source}/${at}`]
          : [],
      )
      const taken: string[] = []
      for (;;) {
        const jobs = await takeMetadataJobs(store.db, limit, { ...NONE, sources, collections }, 'oldest')
        if (jobs.length === 0) break
        expect(jobs.length).toBeLessThanOrEqual(limit)
        expect(new Set(jobs.map((job) => job.source)).size).toBe(jobs.length)
        const named = jobs.flatMap((job) => job.collectionId ?? [])
        expect(new Set(named).size).toBe(named.length)
        taken.push(...jobs.map((job) => job.uri))
      }
      expect(taken.toSorted()).toEqual(eligible.toSorted())
    }),
    { numRuns: runs(8), seed: 20_261_123 },
  )
})

// @feature token.metadata-live
it('queues the image of a document for the collection of the document, and its collection for ranking when it says something else', async () => {
  await sql`delete from market.metadata`.execute(store.db)
  await insertToken(store, { id: 'a', collectionId: 'kin', properties: {} })
  await sql`insert into market.metadata (uri, status, collection_id) values ('ipfs://a', 'pending', 'kin')`.execute(
    store.db,
  )
  const found = (fur: string) => ({
    ...({
      uri: 'ipfs://a',
      status: 'ready',
      image: 'https://p.example/1.png',
      animationUrl: null,
      category: null,
    } as const),
    attributes: [{ trait_type: 'fur', value: fur }],
  })
  const queued = async () => (await sql`delete from market.rarity_queue returning id`.execute(store.db)).rows.length
  await finishMetadataJobs(store.db, [found('gold')])
  expect(await queued()).toBe(1)
  await finishMetadataJobs(store.db, [found('gold')])
  expect(await queued()).toBe(0)
  await finishMetadataJobs(store.db, [found('grey')])
  expect(await queued()).toBe(1)
  const others = { ...found('grey'), attributes: null }
  for (const change of [
    {},
    { image: 'https://p.example/2.png' },
    { animationUrl: 'https://p.example/2.mp4' },
    { category: 'video' },
  ]) {
    Object.assign(others, change)
    await finishMetadataJobs(store.db, [others])
    expect(await queued(), JSON.stringify(change)).toBe(1)
    await finishMetadataJobs(store.db, [others])
    expect(await queued()).toBe(0)
  }
  const [job] = await takeImageJobs(store.db, 5, NONE, 'oldest')
  expect(job).toEqual({
    src: 'https://p.example/1.png',
    attempts: 0,
    source: 'p.example',
    service: null,
    collectionId: 'kin',
  })
})

it('gives a document that was given up one attempt for a request, and one that waits for its next attempt none', async () => {
  await sql`delete from market.metadata`.execute(store.db)
  await sql`delete from market.images`.execute(store.db)
  await insertToken(store, { id: 'gone', collectionId: 'kin', properties: {} })
  const ask = async () => {
    await sql`delete from account.metadata_requests`.execute(store.db)
    await requestMetadata(store, 'gone')
    await queueRequestedMetadata(store.db, 10)
  }
  const attempts = async () =>
    (await takeMetadataJobs(store.db, 10, NONE, 'oldest')).map(({ attempts: made, collectionId }) => ({
      made,
      collectionId,
    }))
  await ask()
  expect(await attempts()).toEqual([{ made: 0, collectionId: 'kin' }])
  await finishMetadataJobs(store.db, [{ uri: 'ipfs://gone', status: 'pending', error: 'x', retryAfterSeconds: 60 }])
  await ask()
  expect(await attempts()).toEqual([])
  await sql`update market.metadata set status = 'failed', attempts = 6, image = 'https://p.example/2.png'`.execute(
    store.db,
  )
  await sql`insert into market.images (src, status, attempts) values ('https://p.example/2.png', 'failed', 6)`.execute(
    store.db,
  )
  await ask()
  expect(await attempts()).toEqual([{ made: 5, collectionId: 'kin' }])
  const [image] = await takeImageJobs(store.db, 10, NONE, 'oldest')
  expect(image).toMatchObject({ attempts: 5 })
  await finishImageJobs(store.db, [
    { src: 'https://p.example/2.png', status: 'failed', error: 'x', retryAfterSeconds: 0 },
  ])
})
