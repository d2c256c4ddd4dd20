import { runs } from '@opal/domain/testing/effort/config'
import { cutToBytes } from '@opal/domain/text/text-bytes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeNextSkeletons } from '../projections/name-skeletons.ts'
import { refreshNextRarity } from '../projections/rarity/worker.ts'
import { readDeadLetters } from '../queries/indexer-state.ts'
import { writeQueuedListItems } from '../testing/write-queued-list-items.ts'
import { applyBatch } from './apply-batch.ts'
import { emptyStores } from './testing/empty-stores.ts'
import { address, batchOf, COLLECTION, described, eventBase, indexed, passes, token } from './testing/market-story.ts'

const [TOKEN, SELLER, BUYER] = [address('a0'), address('5e'), address('b0')]
/** Bytes that the chain lets a text have. @source 0x4::collection, 0x4::token */
const [NAME_BYTES, URI_BYTES, DESCRIPTION_BYTES] = [128, 512, 2_048]

const stores = emptyStores()
/** Characters of one kind, by which stored texts grow or refuse to shrink; the last becomes eighteen letters where names are compared. */
const ALPHABETS = [
  [0x21, 0x7e],
  [0x30, 0x39],
  [0x00, 0x1f],
  [0x300, 0x36f],
  [0x4e00, 0x9fff],
  [0xd800, 0xdfff],
  [0x20000, 0x2a6df],
  [0xfdfa, 0xfdfa],
] as const

/** A text as long as the chain allows, which no compression makes shorter. */
function longText(bytes: number): fc.Arbitrary<string> {
  return fc
    .constantFrom(...ALPHABETS)
    .chain(([min, max]) => fc.array(fc.integer({ min, max }), { minLength: bytes, maxLength: bytes, size: 'max' }))
    .map((codes) => cutToBytes(String.fromCodePoint(...codes), bytes))
}

const texts = fc.record({
  collectionName: longText(NAME_BYTES),
  tokenName: longText(NAME_BYTES),
  uri: longText(URI_BYTES),
  description: longText(DESCRIPTION_BYTES),
  trait: longText(NAME_BYTES),
  value: longText(DESCRIPTION_BYTES),
})

test('whatever texts the chain can hold, however long, are written, shown and ranked', async () => {
  await fc.assert(
    fc.asyncProperty(texts, (text) =>
      stores.use(async (store) => {
        const { db } = store
        const named = { ...eventBase(2n, 0, 100n), token: token(TOKEN), listingId: 'one', seller: SELLER }
        const sold = { ...named, ...eventBase(3n, 0, 100n), buyer: BUYER, commissionOctas: 1n, royaltyOctas: 0n }
        const collection = {
          collectionId: COLLECTION,
          creatorAddress: SELLER,
          collectionName: text.collectionName,
          description: text.description,
          uri: text.uri,
          currentSupply: 1n,
          maxSupply: null,
          totalMintedV2: null,
          mutableDescription: null,
          mutableUri: null,
          tableHandleV1: null,
          tokenStandard: 'v2' as const,
          collectionProperties: { [text.trait]: text.value },
        }
        const minted = {
          ...described(TOKEN),
          tokenName: text.tokenName,
          tokenUri: text.uri,
          description: text.description,
          tokenProperties: { [text.trait]: text.value },
        }
        const batch = batchOf([
          indexed(1n, [], { collections: [collection], tokenDatas: [minted], ownerships: passes(TOKEN, null, SELLER) }),
          indexed(2n, [{ ...named, kind: 'listing-placed' }]),
          indexed(3n, [{ ...sold, kind: 'listing-filled' }], { ownerships: passes(TOKEN, SELLER, BUYER) }),
        ])
        await applyBatch(db, batch)
        await writeQueuedListItems(store)
        while ((await writeNextSkeletons(db)) > 0);
        while ((await refreshNextRarity(db)) !== null);
        expect(await readDeadLetters(store, 10)).toEqual([])
        const shown =
          await store.pool.query(`select n.skeleton is not null as "hasSkeleton", n.volume_octas::integer as volume,
          (select count(*)::integer from market.token_list_items) as items, (select count(*)::integer from market.token_rarity) as ranks
          from market.collection_names n`)
        expect(shown.rows).toEqual([{ hasSkeleton: true, volume: 100, items: 1, ranks: 1 }])
      }),
    ),
    { numRuns: runs(12), endOnFailure: true },
  )
})
