import type { MarketEvent } from '@opal/domain/market-event'
import { expect, test } from 'vitest'
import { applyBatch } from '../apply-batch.ts'
import { createNativeStore } from '../testing/empty-stores.ts'
import { address, batchOf, eventBase, indexed, token } from '../testing/market-story.ts'

const TRADER = address('f0')

/** Returns an event of a transaction in the block of version 1, whose transactions share its time. */
function event(version: bigint) {
  return { ...eventBase(version, 0, 5n), timestampMicros: eventBase(1n, 0, 5n).timestampMicros }
}

function listing(version: bigint) {
  return { ...event(version), token: token(address('a0')), listingId: address('11'), seller: TRADER }
}

function bid(version: bigint) {
  return { ...event(version), offerId: address('b1'), buyer: TRADER }
}

test.each<[string, MarketEvent, MarketEvent]>([
  ['listing', { ...listing(1n), kind: 'listing-placed' }, { ...listing(2n), kind: 'listing-cancelled' }],
  [
    'collection offer',
    { ...bid(1n), kind: 'collection-offer-placed', tokenAmount: 1n, expiresAtSeconds: null },
    { ...bid(2n), kind: 'collection-offer-cancelled', remainingAmount: 1n },
  ],
])('a %s that ends in its first block was never open, also when the block comes in two batches', async (...story) => {
  await using store = await createNativeStore()
  const spans = async () => [
    ...(await store.db.selectFrom('market.listing_spans').select('from_micros').execute()),
    ...(await store.db.selectFrom('market.offer_spans').select('from_micros').execute()),
  ]
  const [, placed, ended] = story
  await applyBatch(store.db, batchOf([indexed(1n, [placed])]))
  expect(await spans()).toEqual([{ from_micros: placed.timestampMicros }])
  await applyBatch(store.db, batchOf([indexed(2n, [ended])]))
  expect(await spans()).toEqual([])
})
