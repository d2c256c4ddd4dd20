import type { Address } from '@opal/domain/address'
import type { ChainChange } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { StateChanges } from '@opal/domain/state-changes'
import type { TokenActivity } from '@opal/domain/tokens/token-change'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsOfEach, washVolumesSql } from '../../queries/collections/volume-sql.ts'
import { readPortfolio } from '../../queries/portfolio/portfolio.ts'
import { readRows } from '../../queries/read-rows.ts'
import { readTokens } from '../../queries/tokens/read-tokens.ts'
import { slidingWindows } from '../../queries/windows.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { writeMarketplaces } from '../orders/write-marketplaces.ts'
import { openNative } from '../testing/empty-stores.ts'
import {
  address,
  aptTransfer,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  timeOf,
  token,
} from '../testing/market-story.ts'

const [ANNA, BEN, TOKEN, LISTING] = [address('f0'), address('f1'), address('a0'), address('11')]
let store: Store

beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyDatabase(store.db)
  await openNative(store.db)
})

function sale(version: bigint): IndexedTransaction {
  const base = { ...eventBase(version, 0, 80n), token: token(TOKEN), listingId: LISTING, seller: ANNA, buyer: BEN }
  const filled = { ...base, kind: 'listing-filled' as const, commissionOctas: 8n, royaltyOctas: 2n }
  return indexed(version, [filled], { ownerships: passes(TOKEN, ANNA, BEN) })
}

/** Returns the changes of a transaction in which Ben, who buys, sends Anna a tenth of the price. */
function transfer(version: bigint): StateChanges {
  return aptTransfer(version, BEN, ANNA, 8n)
}

async function flagged() {
  const sales = await store.db.selectFrom('market.sales').select(['version', 'is_wash']).orderBy('version').execute()
  const earning = await store.db.selectFrom('market.points_ledger').select('version').orderBy('version').execute()
  return { wash: sales.map((row) => row.is_wash), earning: earning.map((row) => row.version) }
}

test('a sale after the buyer has sent the seller APT is flagged and earns nothing, whichever is indexed first', async () => {
  await applyBatch(store.db, batchOf([sale(1n), sale(5n)]))
  expect(await flagged()).toEqual({ wash: [false, false], earning: [1n, 5n] })
  await applyBatch(store.db, { ...batchOf([]), state: [transfer(3n)] })
  expect(await flagged()).toEqual({ wash: [false, true], earning: [1n] })
  const washAt = (micros: bigint) => readRows(store, washVolumesSql(slidingWindows(micros), rowsOfEach([COLLECTION])))
  const octas = { hour_octas: 80n, day_octas: 80n, week_octas: 80n, month_octas: 80n, all_octas: 80n }
  const sales = { hour_sales: 1n, day_sales: 1n, week_sales: 1n, month_sales: 1n }
  const volumes = { collection_id: COLLECTION, ...octas, ...sales, all_sales: 1n }
  expect(await washAt(timeOf(6n))).toEqual([volumes])
  expect(await washAt(timeOf(6n) + 48n * 3_600_000_000n)).toEqual([
    { ...volumes, hour_octas: 0n, hour_sales: 0n, day_octas: 0n, day_sales: 0n },
  ])
  await applyBatch(store.db, { ...batchOf([sale(1n), sale(5n), sale(7n)]), state: [transfer(3n), transfer(6n)] })
  expect(await flagged()).toEqual({ wash: [false, true, true], earning: [1n] })
})

test('a purchase on another marketplace earns a quarter, when it went through us', async () => {
  const elsewhere = (version: bigint, entryFunction: string): IndexedTransaction => {
    const { transaction, tokens, market } = sale(version)
    const copied = market.map((event) => ({ ...event, marketplace: 'elsewhere' }))
    return { transaction: { ...transaction, entryFunction }, tokens, market: copied }
  }
  const direct = elsewhere(1n, '0xe::market::buy')
  const routed = elsewhere(3n, '0xba2::aggregator::purchase_many')
  await writeMarketplaces(store.db, [{ marketplace: 'elsewhere', status: 'active', is_native: false }], ['0xba2'])
  await applyBatch(store.db, batchOf([direct, routed, sale(5n)]))
  const rows = await store.db.selectFrom('market.points_ledger').selectAll().orderBy('version').execute()
  expect(rows.map((row) => [row.wallet, row.version, row.points_micros])).toEqual([
    [BEN, 3n, 20n],
    [BEN, 5n, 80n],
  ])
})

/** Half a year, in versions of these stories. */
const HALF_A_YEAR = (180n * 24n * 60n) / 17n + 1n
const SALE = HALF_A_YEAR + 100n
const fromBuyer = (octas: bigint, version = SALE - 10n) => aptTransfer(version, BEN, ANNA, octas)
const fromSeller = (octas: bigint, version = SALE - 10n) => aptTransfer(version, ANNA, BEN, octas)

test.each([
  ['a tenth of the price from the buyer', [fromBuyer(8n)], true],
  ['less than a tenth from the buyer', [fromBuyer(7n)], false],
  ['a tenth from the buyer in two payments', [fromBuyer(4n), fromBuyer(4n, SALE - 9n)], true],
  ['the whole price from the seller, which the sale brings back', [fromSeller(80n)], true],
  ['less than the price from the seller alone', [fromSeller(79n)], false],
  ['payments both ways of a tenth together', [fromSeller(7n), fromBuyer(1n, SALE - 9n)], true],
  ['payments both ways of less', [fromSeller(5n), fromBuyer(2n, SALE - 9n)], false],
  ['what was paid long before', [fromSeller(800n, 1n), fromBuyer(800n, 2n)], false],
  ['what was paid half a year before', [fromBuyer(8n, 101n)], true],
  ['what was paid afterwards', [fromSeller(800n, SALE + 1n), fromBuyer(800n, SALE + 2n)], false],
])('a sale is a wash trade or not by the payments before it: %s', async (_, payments, isWash) => {
  // The price is 80 octas. Indexed before, after, and with the sale, and again.
  const paid = { ...batchOf([]), state: payments }
  const orders = [
    [paid, batchOf([sale(SALE)])],
    [batchOf([sale(SALE)]), paid],
    [{ ...batchOf([sale(SALE)]), state: payments }],
    [paid, batchOf([sale(SALE)]), paid],
  ]
  for (const batches of orders) {
    await emptyDatabase(store.db)
    await openNative(store.db)
    for (const batch of batches) await applyBatch(store.db, batch)
    expect(await flagged()).toEqual({ wash: [isWash], earning: isWash ? [] : [SALE] })
  }
})

test.each([
  ['nothing was paid before', [], false],
  ['the buyer has paid the seller', [fromBuyer(1n)], true],
  ['the seller has paid the buyer', [fromSeller(1n)], true],
])('a sale for nothing is wash only where one has paid the other: %s', async (_, payments, isWash) => {
  const free = sale(SALE).market.map((event) => ({ ...event, priceOctas: 0n }))
  await applyBatch(store.db, { ...batchOf([{ ...sale(SALE), market: free }]), state: payments })
  expect((await flagged()).wash).toEqual([isWash])
})

test('a wash trade is no last sale, of its token or its collection, and brings no proceeds, also when it turns out to be one later', async () => {
  const lastSales = async () => {
    const stats = await store.db.selectFrom('market.collection_stats').selectAll().executeTakeFirst()
    const [row] = await readTokens(store, [TOKEN], 0n)
    return [stats?.last_sale_octas ?? null, stats?.best_proceeds_octas ?? null, row?.lastSaleOctas ?? null]
  }
  await applyBatch(
    store.db,
    batchOf([
      indexed(1n, [...sale(1n).market], { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, ANNA, BEN) }),
      { ...sale(SALE), market: sale(SALE).market.map((event) => ({ ...event, priceOctas: 8_000n })) },
    ]),
  )
  // Fee and royalty are 10 octas.
  expect(await lastSales()).toEqual([8_000n, 7_990n, 8_000n])
  await sql`delete from market.token_list_item_queue`.execute(store.db)
  await applyBatch(store.db, { ...batchOf([]), state: [fromSeller(8_000n)] })
  expect(await lastSales()).toEqual([80n, 70n, 80n])
  const queued = await store.db.selectFrom('market.token_list_item_queue').select('token_data_id').execute()
  expect(queued.map((row) => row.token_data_id)).toEqual([TOKEN])
})

/** A wallet's store of a coin, out of which event handle 3 tells of payments. */
function coinStore(address: Address, coin: string): ChainChange {
  const data = { withdraw_events: { guid: { id: { creation_num: '3' } } } }
  return { kind: 'write-resource', index: 0, type: `0x1::coin::CoinStore<${coin}>`, address, data }
}

function mint(version: bigint, paid: bigint, sender = ANNA, coin = APT_COIN_TYPE): IndexedTransaction {
  const activity: TokenActivity = {
    eventIndex: 0,
    eventAccountAddress: ANNA,
    tokenDataId: TOKEN,
    propertyVersionV1: 0n,
    type: '0x4::collection::MintEvent',
    fromAddress: null,
    toAddress: null,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v2',
    isFungibleV2: null,
  }
  const tokens = { tokenDatas: [described(TOKEN)], ownerships: passes(TOKEN, null, ANNA), activities: [activity] }
  const { transaction, ...rest } = indexed(version, [], tokens)
  const data = { amount: String(paid) }
  const base = { index: 1, accountAddress: ANNA, creationNumber: 3n, sequenceNumber: 0n, data }
  const events = [{ ...base, type: '0x1::coin::WithdrawEvent' }]
  return { ...rest, transaction: { ...transaction, sender, events, changes: [coinStore(sender, coin)] } }
}

test('a mint costs what its sender paid, and a sale realises what is left of the price over it', async () => {
  await applyBatch(store.db, batchOf([mint(1n, 30n)]))
  expect(await readPortfolio(store, ANNA)).toMatchObject({ totalCount: 1n, costOctas: 30n, unknownCostCount: 0n })
  await applyBatch(store.db, batchOf([sale(2n)]))
  expect(await readPortfolio(store, ANNA)).toMatchObject({ totalCount: 0n, costOctas: 0n, realisedOctas: 40n })
  expect(await readPortfolio(store, BEN)).toMatchObject({ totalCount: 1n, costOctas: 80n, realisedOctas: 0n })
})

test('a mint is written however many other items of the token come with it, and then has unknown cost', async () => {
  const { tokens, ...rest } = mint(1n, 2n ** 60n)
  const amount = 2n ** 64n - 1n
  const ownerships = passes(TOKEN, null, ANNA).map((change) => ({ ...change, amount }))
  await applyBatch(store.db, batchOf([{ ...rest, tokens: { ...tokens, ownerships } }]))
  expect(await readPortfolio(store, ANNA)).toMatchObject({
    totalCount: amount,
    costOctas: 0n,
    unknownCostCount: amount,
  })
})

test('a mint that was paid in another coin has unknown cost', async () => {
  await applyBatch(store.db, batchOf([mint(1n, 30n, ANNA, '0xf::moon::Coin')]))
  expect(await readPortfolio(store, ANNA)).toMatchObject({ totalCount: 1n, costOctas: 0n, unknownCostCount: 1n })
})

test('a token that another wallet minted for it, or sent, has unknown cost', async () => {
  await applyBatch(store.db, batchOf([mint(1n, 30n, BEN)]))
  expect(await readPortfolio(store, ANNA)).toMatchObject({ totalCount: 1n, costOctas: 0n, unknownCostCount: 1n })
  await applyBatch(store.db, batchOf([sale(2n)]))
  const sold = { soldCount: 1n, soldUnknownCount: 1n, realisedOctas: 0n }
  expect(await readPortfolio(store, ANNA)).toMatchObject({ totalCount: 0n, ...sold })
})
