import type { Address } from '@opal/domain/address'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Store } from '../../driver/connection.ts'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { applyBatch, rederive } from '../apply-batch.ts'
import type { IndexedBatch } from '../batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, described, eventBase, held, indexed, passes } from '../testing/market-story.ts'

const stores = emptyStores()

/** Returns how many rows of the market's tables the server reads for a batch. */
async function rowsRead({ db }: Store, batch: IndexedBatch): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const count = async () => {
      const { rows } = await sql<{ fetched: bigint }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as fetched from pg_stat_xact_user_tables
        where schemaname = 'market'`.execute(transaction)
      return Number(rows[0]?.fetched)
    }
    // Rows that transactions before read on the connection are among them until the server has added them up.
    const before = await count()
    await rederive(transaction, batch)
    return (await count()) - before
  })
}

/** A transfer of one edition after many of the same edition between the same two wallets, with the indexer's connection. */
test('one more move of an edition reads as few rows after 5,000 moves as after 10', { timeout: 120_000 }, async () => {
  await stores.use(async ({ connectionString }) => {
    await using store = connect({ connectionString, applicationName: 'opal-test', workload: 'writer' })
    const [id, creator, receiver] = [address('a0'), address('f0'), address('f1')]
    const all = 100_000
    const tokenDatas = [{ ...described(id), tokenStandard: 'v1' as const }]
    const edition = (owner: Address, storage: number, amount: number) =>
      held(id, owner, BigInt(amount), { storageId: address(`b${storage}`), tokenStandard: 'v1' })
    await applyBatch(store.db, batchOf([indexed(0n, [], { ownerships: [edition(creator, 0, all)], tokenDatas })]))
    let moved = 0
    const move = () => {
      moved += 1
      return indexed(BigInt(moved), [], { ownerships: [edition(creator, 0, all - moved), edition(receiver, 1, moved)] })
    }
    const moves = (count: number) => batchOf(Array.from({ length: count }, move))
    await applyBatch(store.db, moves(10))
    const few = await rowsRead(store, moves(1))
    while (moved < 5_000) await applyBatch(store.db, moves(1_000))
    const many = await rowsRead(store, moves(1))
    expect(few).toBeGreaterThan(5)
    expect(many).toBeLessThan(few + 150)
    const holders = await store.db.selectFrom('market.token_holders').select(['holder', 'amount']).execute()
    expect(new Map(holders.map((row) => [row.holder, row.amount]))).toEqual(
      new Map([
        [creator, BigInt(all - moved)],
        [receiver, BigInt(moved)],
      ]),
    )
    // More leave than lots are read at first, and far fewer than there are.
    const [kept, sent] = [moved - 60, all - moved + 60]
    const back = indexed(BigInt(moved + 1), [], { ownerships: [edition(receiver, 1, kept), edition(creator, 0, sent)] })
    expect(await rowsRead(store, batchOf([back]))).toBeLessThan(few + 2_500)
    const receiverHolds = store.db.selectFrom('market.token_holders').select('amount').where('holder', '=', receiver)
    expect(await receiverHolds.executeTakeFirst()).toEqual({ amount: BigInt(kept) })
  })
})

test('one more token of a wallet reads as few rows after 3,000 tokens as after 10', { timeout: 120_000 }, async () => {
  await stores.use(async ({ connectionString }) => {
    await using store = connect({ connectionString, applicationName: 'opal-test', workload: 'writer' })
    let minted = 0
    const mint = () => {
      minted += 1
      const id = address(`c${minted.toString(16).padStart(4, '0')}`)
      return indexed(BigInt(minted), [], {
        ownerships: passes(id, null, address('f0')),
        tokenDatas: [described(id)],
      })
    }
    const mints = (count: number) => batchOf(Array.from({ length: count }, mint))
    await applyBatch(store.db, mints(10))
    const few = await rowsRead(store, mints(1))
    while (minted < 3_000) await applyBatch(store.db, mints(1_000))
    expect(await rowsRead(store, mints(1))).toBeLessThan(few + 150)
  })
})

test('moves and sales of many holdings in one batch are not compared with each other', {
  timeout: 120_000,
}, async () => {
  const many = 300
  const item = (n: number) => ({ id: address(`c${n.toString(16).padStart(4, '0')}`), wallet: address(`d${n}`) })
  const items = Array.from({ length: many }, (_, n) => item(n))
  const mints = items.map(({ id, wallet }, n) =>
    indexed(BigInt(n), [], { ownerships: passes(id, null, wallet), tokenDatas: [described(id)] }),
  )
  const sales = items.map(({ id, wallet }, n) => {
    const version = BigInt(many + n)
    const buyer = address(`f${n}`)
    const token = { standard: 'v2' as const, tokenDataId: id, tokenName: 'Story', propertyVersion: null }
    const sale = { kind: 'token-offer-filled' as const, offerId: address(`e${n}`), seller: wallet, buyer }
    const split = { commissionOctas: 1n, royaltyOctas: 2n }
    return indexed(version, [{ ...eventBase(version, 0, 7n), ...split, ...sale, token }], {
      ownerships: passes(id, wallet, buyer),
    })
  })
  await stores.use(async (store) => {
    await applyBatch(store.db, batchOf(mints))
    const { pairs } = await workForAnyParameters(store, ({ db }) => applyBatch(db, batchOf(sales)), 'writer')
    expect(pairs).toBeLessThan(10 * many)
    const lots = await store.db.selectFrom('market.lots').where('released_version', 'is', null).selectAll().execute()
    expect(new Map(lots.map((lot) => [lot.token_data_id, lot.wallet]))).toEqual(
      new Map(items.map(({ id }, n) => [id, address(`f${n}`)])),
    )
  })
})
