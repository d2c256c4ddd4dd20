import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/test-store.ts'
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
