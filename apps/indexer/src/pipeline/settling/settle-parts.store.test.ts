import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { bidPools, type CollectionOfferRow, collectionOffers } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test, vi } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { runIndexer } from '../../testing/running-indexer.ts'

const HISTORY = offerHistory(20)
/** Longer than a loaded machine takes; only a failure waits for it. */
const TIMEOUT_MS = 60_000

test('an indexer that follows the chain does the parts of work that are due, also while nothing happens', async () => {
  await using store = await createTestStore()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    send(responseWith(HISTORY.slice(Number(startingVersion))))
  })
  await using indexer = await runIndexer(store.connectionString, server.address)
  await indexer.until((health) => health.nextVersion === String(HISTORY.length))
  const due = async () =>
    (
      await store.pool.query(
        'select from market.points_due union all select from market.bidders_due union all select from market.pools_due',
      )
    ).rowCount
  await store.pool.query(`insert into market.points_due (collection_id, hour_micros) values ('0xc', 0), ('0xd', 0)`)
  await store.pool.query(`insert into market.bidders_due (wallet) values ('0xa')`)
  await store.pool.query(`insert into market.pools_due (wallet) values ('0xa')`)
  expect(await due()).toBe(4)
  await vi.waitFor(async () => expect(await due()).toBe(0), TIMEOUT_MS)
})

// @feature operate.refused-transactions
test('work that the database refuses holds up neither batches nor other work', { timeout: 120_000 }, async () => {
  await using store = await createTestStore()
  await store.pool.query(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused: %', old using errcode = '22003';
    end $$;
    create trigger refuse before delete on market.bidders_due for each row when (old.wallet = '0x9') execute function public.refuse();
    create trigger refuse before delete on market.pools_due for each row when (old.wallet = '0x9') execute function public.refuse();
    create trigger refuse before delete on market.points_due for each row when (old.collection_id = '0x9') execute function public.refuse();
    create trigger refuse before insert or update on market.window_hour for each row execute function public.refuse()`)
  const gate = Promise.withResolvers<void>()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    const half = Math.max(Number(startingVersion), HISTORY.length / 2)
    send(responseWith(HISTORY.slice(Number(startingVersion), half)))
    await gate.promise
    send(responseWith(HISTORY.slice(half)))
  })
  await using indexer = await runIndexer(store.connectionString, server.address)
  await indexer.until((health) => health.nextVersion === String(HISTORY.length / 2))
  const due = async () => {
    const { rows } = await store.pool.query<{ id: string }>(`select wallet as id from market.bidders_due
      union all select wallet from market.pools_due union all select collection_id from market.points_due`)
    return rows.map(({ id }) => id)
  }
  const ids = ['0x9', '0xa', '0xb']
  await store.pool.query('insert into market.points_due (collection_id, hour_micros) select unnest($1::text[]), 0', [
    ids,
  ])
  await store.pool.query('insert into market.bidders_due (wallet) select unnest($1::text[])', [ids])
  await store.pool.query('insert into market.pools_due (wallet) select unnest($1::text[])', [ids])
  await vi.waitFor(async () => expect(await due()).toEqual(['0x9', '0x9', '0x9']), TIMEOUT_MS)
  gate.resolve()
  await indexer.until((health) => health.nextVersion === String(HISTORY.length))
  expect(await indexer.metrics()).toMatch(/opal_indexer_refused_work_total [1-9]/)
  expect((await indexer.ready()).health.lastProblem).toBeNull()
})

const WALLETS = ['0xa', '0xb', '0xc'] as const
/** Offers of a wallet, each on a collection of its own: more than a part. */
const OFFERS = 60

test(
  'pools that any number of bidders change announce a bounded number of collections a second, and all in the end',
  async () => {
    await using store = await createTestStore()
    await using server = await startStreamServer(async ({ startingVersion, send }) => {
      send(responseWith(HISTORY.slice(Number(startingVersion))))
    })
    await using indexer = await runIndexer(store.connectionString, server.address)
    await indexer.until((health) => health.nextVersion === String(HISTORY.length))
    const offers = WALLETS.flatMap((buyer) =>
      Array.from(
        { length: OFFERS },
        (_, at): CollectionOfferRow => ({
          marketplace: 'opal',
          offer_id: `${buyer} ${at}`,
          collection_id: `${buyer} c${at}`,
          buyer,
          price_octas: 5n,
          set_root: null,
          wanted_amount: 1n,
          remaining_amount: 0n,
          is_pooled: true,
          state: 'open',
          validity: 'unfunded',
          expires_at_seconds: 4_000_000_000n,
          placed_version: 1n,
          placed_at_micros: 1n,
          last_version: 1n,
          last_event_index: 0,
          last_at_micros: 1n,
        }),
      ),
    )
    const pools = WALLETS.map((wallet) => {
      return { marketplace: 'opal', wallet, balance_octas: 5n, last_version: 1n, last_at_micros: 1n }
    })
    await insertRows(store, collectionOffers, offers)
    await insertRows(store, bidPools, pools)
    const announced = async () =>
      (await store.pool.query(`select from market.change_feed where kind = 'bid_change'`)).rowCount ?? 0
    const before = await announced()
    const beganMs = performance.now()
    await store.pool.query('insert into market.pools_due (wallet) select unnest($1::text[])', [WALLETS])
    let count = 0
    while (count < offers.length) {
      count = (await announced()) - before
      // A part that began with the insert, and one each second since.
      expect(count).toBeLessThanOrEqual(50 * (2 + (performance.now() - beganMs) / 1_000))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  },
  TIMEOUT_MS,
)

test('no order of a public network ends after the time of its chain, whatever the clock of the machine says', async () => {
  await using store = await createTestStore()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    send(responseWith(HISTORY.slice(Number(startingVersion))))
  })
  const wall = BigInt(Math.floor(Date.now() / 1_000))
  const chain = wall - 7_200n
  await using node = await startLedgerNode(
    () => HISTORY.length - 1,
    4,
    () => chain * 1_000_000n,
  )
  const network = { OPAL_NETWORK: 'mainnet', STREAM_CHAIN_ID: '4', STREAM_TLS: 'false', NODE_URL: node.url }
  await using indexer = await runIndexer(store.connectionString, server.address, network)
  await indexer.until((health) => health.nextVersion === String(HISTORY.length))
  const expiring = (offer_id: string, expires_at_seconds: bigint): CollectionOfferRow => ({
    marketplace: 'opal',
    offer_id,
    collection_id: '0xc',
    buyer: '0xb',
    price_octas: 5n,
    set_root: null,
    wanted_amount: 1n,
    remaining_amount: 1n,
    is_pooled: false,
    state: 'open',
    validity: 'valid',
    expires_at_seconds,
    placed_version: 1n,
    placed_at_micros: 1n,
    last_version: 1n,
    last_event_index: 0,
    last_at_micros: 1n,
  })
  await insertRows(store, collectionOffers, [expiring('ended', chain - 60n), expiring('open', wall - 3_600n)])
  const validities = async () =>
    (await store.pool.query('select offer_id, validity from market.collection_offers order by offer_id')).rows
  await vi.waitFor(
    async () =>
      expect(await validities()).toEqual([
        { offer_id: 'ended', validity: 'expired' },
        { offer_id: 'open', validity: 'valid' },
      ]),
    TIMEOUT_MS,
  )
  const { rows } = await store.pool.query('select settled_micros / 1000000 < $1 as is_bounded from market.clock', [
    wall - 3_600n,
  ])
  expect(rows).toEqual([{ is_bounded: true }])
})
