import { runs } from '@opal/domain/testing/effort/config'
import type { Store } from '@opal/store/driver/connection'
import { writeRows } from '@opal/store/driver/write-rows'
import { clearDerived } from '@opal/store/ingest/stream/clear-derived'
import { readDecodeResumes } from '@opal/store/ingest/stream/decode-resumes'
import { type CollectionOfferRow, collectionOffers, type ListingRow, listings } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { HISTORY, indexInParts, LENGTH, noted, openLocal, position } from '../../testing/indexed-offers.ts'
import { deriveAll } from '../derive/rebuild.ts'
import { resumeStopped } from '../derive/resume-stopped.ts'

const log = pino({ level: 'silent' })

const DUE = {
  marketplace: 'opal',
  collection_id: '0xc',
  price_octas: 5n,
  expires_at_seconds: 1n,
  state: 'open',
  validity: 'valid',
  placed_version: 0n,
  placed_at_micros: 1n,
  last_version: 0n,
  last_event_index: 0,
  last_at_micros: 1n,
}
const DUE_OFFER: CollectionOfferRow = {
  ...DUE,
  offer_id: 'due',
  buyer: '0xb2',
  set_root: null,
  wanted_amount: 1n,
  remaining_amount: 1n,
  is_pooled: false,
}
const DUE_LISTING: ListingRow = {
  ...DUE,
  listing_id: 'due',
  token_data_id: '0xa2',
  property_version: 0n,
  token_standard: 'v2',
  seller: '0xb2',
  start_price_octas: null,
  end_price_octas: null,
  falls_from_seconds: null,
  falls_until_seconds: null,
  reserved_for: null,
  least_octas: null,
  next_change_seconds: 1n,
  depends_on_seller: false,
}

/** Adds an order that time has made due, whose change the database refuses. */
async function addRefusedDue(store: Store, due: 'listing' | 'offer'): Promise<void> {
  if (due === 'offer') await insertRows(store, collectionOffers, [DUE_OFFER])
  else await insertRows(store, listings, [DUE_LISTING])
  await store.pool.query(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', old using errcode = '22003';
    end $$;
    create trigger refuse before update on market.collection_offers for each row when (old.offer_id = 'due')
      execute function public.refuse();
    create trigger refuse before update on market.listings for each row when (old.listing_id = 'due')
      execute function public.refuse()`)
}

// @feature operate.refused-transactions
test('notes no transaction where the database refuses orders that have come due, which wait for the clock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('listing', 'offer'), fc.integer({ min: 1, max: LENGTH }), async (due, size) => {
      await using store = await createTestStore()
      await indexInParts(store, HISTORY.slice(0, 1))
      await addRefusedDue(store, due)
      await indexInParts(store, HISTORY.slice(1), [size])
      expect([await noted(store), await position(store)]).toEqual([[], BigInt(LENGTH)])
    }),
    { numRuns: runs(4) },
  )
})

// @feature operate.refused-transactions
test.each(['listing', 'offer'] as const)(
  'no transaction is noted in a catching up or a rebuild where the database refuses a due %s',
  async (due) => {
    await using store = await createTestStore()
    await indexInParts(store, HISTORY)
    await addRefusedDue(store, due)
    await store.pool.query(`insert into chain.decode_resumes (marketplace, next_version) values ('opal', 0)`)
    await resumeStopped(await openLocal(store), log)
    expect([await noted(store), await readDecodeResumes(store.db)]).toEqual([[], []])
    const context = await openLocal(store)
    const { rows } = await store.pool.query('select * from market.order_events')
    const { unwritten } = await store.db.transaction().execute(async (transaction) => {
      await clearDerived(transaction)
      if (due === 'offer') await writeRows(transaction, collectionOffers, [DUE_OFFER], 'add')
      else await writeRows(transaction, listings, [DUE_LISTING], 'add')
      return deriveAll(transaction, transaction, context)
    })
    expect(unwritten).toEqual([])
    expect((await store.pool.query('select * from market.order_events')).rows).toHaveLength(rows.length)
  },
)
