import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, described, held, indexed } from '../testing/market-story.ts'
import { nameOrphanCollections } from './name-orphan-collections.ts'

const ORPHAN = `0x${'ab'.repeat(32)}`
const TOKEN = `0x${'cd'.repeat(32)}`

test('a collection of which only a token was seen gets a row named by its address, once', async () => {
  await using store = await createTestStore()
  await sql`insert into chain.current_token_datas_v2
    (token_data_id, collection_id, token_name, description, token_uri, token_properties, token_standard,
     last_transaction_version, last_transaction_timestamp)
    values (${TOKEN}, ${ORPHAN}, 'Sparrow #1', '', '', '{}', 'v2', 7, 'epoch')`.execute(store.db)
  expect(await nameOrphanCollections(store.db)).toBe(1)
  expect(await nameOrphanCollections(store.db)).toBe(0)
  const row = await store.db.selectFrom('chain.current_collections_v2').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ collection_id: ORPHAN, collection_name: '0xabab…abab', last_transaction_version: 0n })
})

test('a collection that was named so has as many tokens as are not burned, also when more come', async () => {
  await using store = await createTestStore()
  const token = (version: bigint, isBurned = false) => {
    const id = address(`a${version % 10n}`)
    const tokenDatas = [{ ...described(id), isDeletedV2: isBurned }]
    return indexed(version, [], { tokenDatas, ownerships: [held(id, address('f0'), isBurned ? 0n : 1n)] })
  }
  const supply = async () =>
    (await store.db.selectFrom('market.collection_stats').select('supply').executeTakeFirstOrThrow()).supply
  await applyBatch(store.db, batchOf([token(1n), token(2n), token(12n, true)]))
  expect(await nameOrphanCollections(store.db)).toBe(1)
  expect(await supply()).toBe(1n)
  await applyBatch(store.db, batchOf([token(13n), token(14n)]))
  expect(await supply()).toBe(3n)
})
