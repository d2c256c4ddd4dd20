import { runs } from '@opal/domain/testing/effort/config'
import type { CollectionChange } from '@opal/domain/tokens/token-change'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { applyBatch } from '../apply-batch.ts'
import type { IndexedTransaction } from '../batch.ts'
import { emptyStores } from '../testing/empty-stores.ts'
import { address, batchOf, COLLECTION, described, held, indexed } from '../testing/market-story.ts'

const stores = emptyStores()
const OWNER = address('f0')

/** What the chain says of a collection's supply, by how it was created. */
const CREATED = {
  'v1 without a maximum': { tokenStandard: 'v1', currentSupply: 0n, maxSupply: 0n, totalMintedV2: null },
  'v2 without a supply': { tokenStandard: 'v2', currentSupply: 0n, maxSupply: null, totalMintedV2: null },
  'v1 with a maximum': { tokenStandard: 'v1', currentSupply: 7n, maxSupply: 9n, totalMintedV2: null },
  'v2 of which all were burned': { tokenStandard: 'v2', currentSupply: 0n, maxSupply: null, totalMintedV2: 5n },
} as const satisfies Record<string, Partial<CollectionChange>>
type Created = keyof typeof CREATED

function createdAs(created: Created): CollectionChange {
  return {
    collectionId: COLLECTION,
    creatorAddress: address('cc'),
    collectionName: 'Stories',
    description: '',
    uri: '',
    mutableDescription: true,
    mutableUri: true,
    tableHandleV1: null,
    collectionProperties: null,
    ...CREATED[created],
  }
}

const tokenOf = (number: number) => address(`a${number}`)

const step = fc.record({
  what: fc.constantFrom('mint', 'mint', 'burn', 'collection'),
  number: fc.nat({ max: 4 }),
  cuts: fc.boolean(),
  isLate: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function transactionOf({ what, number }: Step, version: bigint, created: Created): IndexedTransaction {
  if (what === 'collection') return indexed(version, [], { collections: [createdAs(created)] })
  const isBurned = what === 'burn'
  const id = tokenOf(number)
  const tokenDatas = [{ ...described(id), isDeletedV2: isBurned }]
  return indexed(version, [], { tokenDatas, ownerships: [held(id, OWNER, isBurned ? 0n : 1n)] })
}

// @feature collection.header
test('a supply is what the chain counts, else the tokens that are not burned, in whatever batches and order', async () => {
  const createds = fc.constantFrom(...(Object.keys(CREATED) as Created[]))
  await fc.assert(
    fc.asyncProperty(createds, fc.array(step, { minLength: 2, maxLength: 14 }), async (created, steps) => {
      const batches = steps.reduce<{ isLate: boolean; transactions: IndexedTransaction[] }[]>((made, one, at) => {
        const transaction = transactionOf(one, BigInt(at + 1), created)
        const last = made.at(-1)
        if (last !== undefined && !one.cuts) last.transactions.push(transaction)
        else made.push({ isLate: one.isLate, transactions: [transaction] })
        return made
      }, [])
      const ordered = [...batches.filter(({ isLate }) => !isLate), ...batches.filter(({ isLate }) => isLate)]
      await stores.use(async (store) => {
        for (const { transactions } of ordered) {
          await applyBatch(store.db, batchOf(transactions))
          const stats = await store.db.selectFrom('market.collection_stats').select('supply').executeTakeFirst()
          const known = await store.db.selectFrom('chain.current_collections_v2').selectAll().executeTakeFirst()
          const { rows } = await sql<{ count: bigint }>`
            select count(*) from chain.current_token_datas_v2 where not is_deleted_v2`.execute(store.db)
          const isCounted =
            known !== undefined && created !== 'v1 without a maximum' && created !== 'v2 without a supply'
          expect(stats?.supply ?? 0n).toBe(isCounted ? CREATED[created].currentSupply : rows[0]?.count)
        }
      })
    }),
    { numRuns: runs(15) },
  )
})

test('a token of a collection that the chain does not count costs its batch the same however many there are', async () => {
  const table = 'chain.current_token_datas_v2'
  const read: (readonly bigint[])[] = []
  for (const many of [20, 400]) {
    await stores.use(async (store) => {
      const mint = (number: number) =>
        transactionOf({ what: 'mint', number, cuts: false, isLate: false }, BigInt(number + 2), 'v1 without a maximum')
      const created = indexed(1n, [], { collections: [createdAs('v1 without a maximum')] })
      await applyBatch(store.db, batchOf([created, ...Array.from({ length: many }, (_, at) => mint(at))]))
      await store.pool.query(`analyze ${table}`)
      read.push(await rowsReadByWriter(store, [table], (db) => applyBatch(db, batchOf([mint(many)]))))
      const stats = await store.db.selectFrom('market.collection_stats').select('supply').executeTakeFirst()
      expect(stats?.supply).toBe(BigInt(many + 1))
    })
  }
  expect(read[1]?.[0]).toBeLessThan((read[0]?.[0] ?? 0n) + 20n)
})
