import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { dumpDatabase } from '../../maintenance/inspect/table-rows.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedBatch, IndexedTransaction } from '../batch.ts'
import { writeTokens } from '../derive/derive-tokens.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { cut } from '../testing/market-moves.ts'
import { address, batchOf, COLLECTION, described, held, indexed } from '../testing/market-story.ts'

const stores = emptyStores()

/** Two tokens of the older standard in different collections, with one id. */
const [ID, OTHER, WALLETS] = [address('a0'), parseAddress('0xc7'), [address('f0'), address('f1')] as const]
const ALL = 100_000
const READ = ['market.lots', 'market.ownership_events', 'market.activities'] as const

interface Step {
  /** Collection of the token that the transaction describes; null for a mere move. */
  readonly names: typeof COLLECTION | null
  readonly moves: boolean
}

/** Returns transactions that describe one of the tokens, or move an item from one wallet to the other. */
function toTransactions(steps: readonly Step[], first = 0, movedBefore = 0): readonly IndexedTransaction[] {
  let moved = movedBefore
  return steps.map(({ names, moves }, n) => {
    moved += moves ? 1 : 0
    const amounts = [ALL - moved, moved]
    const ownerships = WALLETS.map((wallet, at) =>
      held(ID, wallet, BigInt(amounts[at] ?? 0), { storageId: address(`b${at}`), tokenStandard: 'v1' }),
    )
    const tokenDatas =
      names === null
        ? []
        : [{ ...described(ID), tokenStandard: 'v1' as const, collectionId: names, tokenUri: `https://x.example/${n}` }]
    return indexed(BigInt(first + n), [], { ownerships: moves ? ownerships : [], tokenDatas })
  })
}

async function collectionsOf({ db }: Store): Promise<ReadonlySet<string | null>> {
  const rows = await Promise.all([
    db.selectFrom('market.lots').select('collection_id').execute(),
    db.selectFrom('market.lot_states').select('collection_id').execute(),
    db.selectFrom('chain.current_token_datas_v2').select('collection_id').execute(),
  ])
  return new Set(rows.flat().map((row) => row.collection_id))
}

test('another collection of a token reads as few rows after 3,000 moves as after 10', {
  timeout: 120_000,
}, async () => {
  await stores.use(async (store) => {
    const apply = (transactions: readonly IndexedTransaction[]) => applyBatch(store.db, batchOf(transactions))
    let [next, moved] = [1, 0]
    await apply(toTransactions([{ names: COLLECTION, moves: true }]))
    moved += 1
    const flip = async (names: typeof COLLECTION) => {
      const transactions = toTransactions([{ names, moves: true }], next, moved)
      next += 1
      moved += 1
      const read = await rowsReadByWriter(store, READ, (db) => applyBatch(db, batchOf(transactions)))
      return Number(read.reduce((sum, rows) => sum + rows, 0n))
    }
    const move = async (count: number) => {
      await apply(toTransactions(Array<Step>(count).fill({ names: null, moves: true }), next, moved))
      next += count
      moved += count
    }
    await move(10)
    const few = [await flip(OTHER), await flip(COLLECTION)]
    for (let round = 0; round < 3; round += 1) await move(1_000)
    const many = [await flip(OTHER), await flip(COLLECTION), await flip(OTHER)]
    for (const read of many) expect(read).toBeLessThan(Math.max(...few) + 150)
    expect(await collectionsOf(store)).toEqual(new Set([COLLECTION]))
  })
})

const steps = fc.array(fc.record({ names: fc.constantFrom(null, COLLECTION, OTHER), moves: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
})
const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })

test('tokens with one id stay in the collection that came first, however batches are cut or derived again', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, sizes, async (story, at) => {
      const transactions = toTransactions(story)
      const rowsAfter = async (batches: readonly IndexedBatch[]) => {
        let dump: unknown
        await stores.use(async (store) => {
          for (const batch of batches) await applyBatch(store.db, batch)
          const collections = await collectionsOf(store)
          const first = story.find(({ names }) => names !== null)?.names
          expect([...collections].filter((id) => id !== null)).toEqual(first == null ? [] : [first])
          const lots = () =>
            store.db
              .selectFrom('market.lots')
              .selectAll()
              .orderBy('wallet')
              .orderBy('acquired_version')
              .orderBy('lot_index')
              .execute()
          const before = await lots()
          await store.pool.query(
            'delete from market.lots; delete from market.lot_states; delete from market.token_holders',
          )
          await store.db.transaction().execute((db) => writeTokens(db, [ID]))
          expect(await lots()).toEqual(before)
          dump = await dumpDatabase(store.db)
        })
        return dump
      }
      const expected = await rowsAfter([batchOf(transactions)])
      expect(await rowsAfter(cut(transactions, at))).toEqual(expected)
      expect(await rowsAfter([...cut(transactions, at), batchOf(transactions)])).toEqual(expected)
    }),
    { numRuns: runs(4, 60), endOnFailure: true },
  )
})
