import type { Address } from '@opal/domain/address'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { address, batchOf, described, held, indexed } from '../testing/market-story.ts'
import { readHoldingFacts } from './holdings.ts'

const [TOKEN, ANNA, BEN] = [address('a0'), address('f0'), address('f1')]
/** Editions that one transaction makes: each is a holding of its own. */
const EDITIONS = 12

const READ = ['market.activities', 'market.mint_costs', 'market.sales', 'market.order_events', 'market.lots'] as const

/** Makes editions of a token, which go to one wallet. */
function made(version: bigint, first: number, token: Address = TOKEN): IndexedTransaction {
  const edition = (at: number) =>
    held(token, ANNA, 1n, {
      propertyVersionV1: BigInt(first + at),
      storageId: address('b0'),
      tokenStandard: 'v1',
    })
  return indexed(version, [], {
    tokenDatas: [{ ...described(token), tokenStandard: 'v1' }],
    ownerships: Array.from({ length: EDITIONS }, (_, at) => edition(at)),
  })
}

/** Adds to the past of tokens `$1`: `$2` mints and burns of each, for which wallet `$3` paid. */
const ADD_TURNS = `
  with added as (
    insert into market.activities (version, event_index, kind, token_data_id, collection_id, to_address, amount, at_micros)
    select -n, place + $4::integer, case when n % 3 = 0 then 'burn' else 'mint' end, token, '0xc' || token, $3, 1, 0
    from generate_series(1, $2::integer) n cross join unnest($1::text[]) with ordinality as given (token, place)
    returning version, token_data_id
  )
  insert into market.mint_costs (token_data_id, wallet, version, cost_octas) select token_data_id, $3, version, 5 from added`
/** The same of sales by others, in other editions and to the wallet itself. */
const ADD_SALES = `
  insert into market.sales (version, event_index, marketplace, source, order_id, token_data_id, property_version, collection_id,
    seller, buyer, price_octas, at_micros)
  select -n, place + $4::integer, 'opal', 'listing', '0x1', token, n % 2, '0xc' || token, case when n % 2 = 0 then '0x1' else $3 end,
    case when n % 2 = 0 then '0x2' else $3 end, 5, 0
  from generate_series(1, $2::integer) n cross join unnest($1::text[]) with ordinality as given (token, place)`
/** The same of listings of other editions by the wallet. */
const ADD_LISTINGS = `
  insert into market.order_events (version, event_index, marketplace, book, action, order_id, token_data_id, property_version,
    token_standard, collection_id, seller, price_octas, at_micros)
  select -n, place + $4::integer, 'opal', 'listing', 'placed', '0x' || n, token, 1, 'v1', '0xc' || token, $3, 5, 0
  from generate_series(1, $2::integer) n cross join unnest($1::text[]) with ordinality as given (token, place)`

async function add(store: Store, tokens: readonly Address[], each: number): Promise<void> {
  for (const sql of [ADD_TURNS, ADD_SALES, ADD_LISTINGS])
    await store.pool.query(sql, [tokens, each, ANNA, tokens.length])
}

const STATISTICS = [
  'of the rows',
  'missing',
  'of a market in which each token was minted, sold and listed once',
] as const

test.each(STATISTICS)(
  'editions of a token cost their transaction the same however often it was minted, sold and listed, with statistics that are %s',
  async (statistics) => {
    const read: (readonly bigint[])[] = []
    for (const count of [20, 500]) {
      await using store = await createTestStore()
      await applyBatch(store.db, batchOf([made(1n, 100)]))
      const others = Array.from({ length: 2_000 }, (_, at) => address(`b${at.toString(16)}`))
      if (statistics !== 'missing') await add(store, others, 1)
      if (statistics === STATISTICS[2]) await store.pool.query(`analyze ${READ.join(', ')}`)
      await add(store, [TOKEN], count)
      if (statistics === STATISTICS[0]) await store.pool.query(`analyze ${READ.join(', ')}`)
      read.push(await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf([made(2n, 200)]))))
    }
    for (const [at, table] of READ.entries()) expect(read[1]?.[at], table).toBeLessThan((read[0]?.[at] ?? 0n) + 30n)
  },
)

test('a holding has the mints and burns of its own transactions, however often its token was minted in others', async () => {
  await using store = await createTestStore()
  const mints = Array.from({ length: 300 }, (_, at) => ({
    eventIndex: at,
    eventAccountAddress: ANNA,
    tokenDataId: TOKEN,
    propertyVersionV1: 0n,
    type: '0x3::token::MintTokenEvent',
    fromAddress: ANNA,
    toAddress: null,
    tokenAmount: 2n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v1' as const,
    isFungibleV2: null,
  }))
  const own = held(TOKEN, ANNA, 600n, { storageId: address('b0'), tokenStandard: 'v1' })
  const minted = indexed(1n, [], {
    tokenDatas: [{ ...described(TOKEN), tokenStandard: 'v1' }],
    ownerships: [own],
    activities: mints,
  })
  const more = Array.from({ length: 20 }, (_, at) => {
    const version = BigInt(at + 2)
    return indexed(version, [], { ownerships: [{ ...own, amount: 600n + version }], activities: mints.slice(0, 1) })
  })
  const sent = held(TOKEN, BEN, 1n, { storageId: address('b1'), tokenStandard: 'v1' })
  const past = [{ ...minted, transaction: { ...minted.transaction, sender: ANNA } }, ...more]
  await applyBatch(store.db, batchOf([...past, indexed(30n, [], { ownerships: [sent] })]))
  const keys = [ANNA, BEN].map((wallet) => {
    const key = { wallet, token_data_id: TOKEN, property_version: 0n }
    return { ...key, collection_id: address('c0'), is_v1: true, state: null }
  })
  const [ofAnna, ofBen] = await readHoldingFacts(store.db, keys)
  expect(ofAnna?.turns.filter(({ version }) => version === 1n)).toEqual([
    { version: 1n, kind: 'mint', amount: 600n, cost_octas: 0n },
  ])
  expect(ofAnna?.turns).toHaveLength(21)
  expect(ofBen?.turns).toEqual([])
})
