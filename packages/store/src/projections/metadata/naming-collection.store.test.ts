import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { address, described } from '../../ingest/testing/market-story.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { takeMetadataJobs } from './documents.ts'
import { enqueueImages } from './images.ts'
import { queueDescribed, queueMetadata } from './queue.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const COLLECTIONS = ['0xa1', '0xa2', '0xa3'].map(parseAddress)
const [STRANGER, DROP] = COLLECTIONS as [(typeof COLLECTIONS)[number], (typeof COLLECTIONS)[number]]
const NONE = { sources: [], services: [], collections: [], slow: [], slowServices: [] }

const empty = () =>
  sql`truncate market.metadata, market.images, market.rarity_queue, chain.current_token_datas_v2`.execute(store.db)

let tokens = 0
/** Returns the description of a new token. */
function names(collectionId: (typeof COLLECTIONS)[number], tokenUri: string) {
  tokens += 1
  return { ...described(address(`b${tokens.toString(16)}`)), collectionId, tokenUri }
}

test('documents of a drop wait for no hangs of who named them before, however many', async () => {
  for (const hangs of [1, 40, 400]) {
    await empty()
    const drop = Array.from({ length: 20 }, (_, at) => `ipfs://drop${hangs}/${at}`)
    const hanging = Array.from({ length: hangs }, (_, at) => `https://h${at}.example${at}.com/1`)
    await queueDescribed(
      store.db,
      hanging.map((uri) => names(STRANGER, uri)),
    )
    await queueDescribed(
      store.db,
      drop.map((uri) => names(STRANGER, uri)),
    )
    await queueDescribed(
      store.db,
      drop.map((uri) => names(DROP, uri)),
    )
    const jobs = await takeMetadataJobs(store.db, 32, { ...NONE, collections: [STRANGER] }, 'oldest')
    expect(jobs.map(({ uri }) => uri)).toEqual([drop[0]])
  }
})

const batches = fc.array(
  fc.array(fc.record({ by: fc.constantFrom(...COLLECTIONS), uri: fc.nat(3), isCollection: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 5 },
)

test('what one collection names is its own, what several name is of none, in any order and number of batches', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (story) => {
      await empty()
      const naming = new Map<string, Set<string>>()
      for (const batch of story) {
        const uriOf = ({ uri }: { readonly uri: number }) => `https://x.example/${uri}`
        // Of collections with one document a batch names the first.
        const collectionUris = new Map(
          batch
            .filter(({ isCollection }) => isCollection)
            .toReversed()
            .map((each) => [uriOf(each), each.by]),
        )
        const ofTokens = batch.filter(({ isCollection }) => !isCollection)
        await queueMetadata(store.db, { collectionUris, mutatedUris: new Map() })
        await queueDescribed(
          store.db,
          ofTokens.map((each) => names(each.by, uriOf(each))),
        )
        const named = [...collectionUris, ...ofTokens.map((each) => [uriOf(each), each.by] as const)]
        for (const [uri, by] of named) naming.set(uri, (naming.get(uri) ?? new Set()).add(by))
      }
      const expected = new Map([...naming].map(([uri, by]) => [uri, by.size === 1 ? [...by][0] : null]))
      const { rows } = await sql<{ uri: string; collection_id: string | null }>`
        select uri, collection_id from market.metadata`.execute(store.db)
      expect(new Map(rows.map((row) => [row.uri, row.collection_id]))).toEqual(expected)
      await sql`update market.metadata set image = 'https://x.example/one.png'`.execute(store.db)
      // One by one, as documents are read.
      for (const { uri } of rows) await enqueueImages(store.db, [uri])
      const images = await store.db.selectFrom('market.images').select('collection_id').execute()
      const all = new Set(expected.values())
      expect(images).toEqual([{ collection_id: all.size === 1 ? [...all][0] : null }])
    }),
    { numRuns: runs(20, 200) },
  )
})
