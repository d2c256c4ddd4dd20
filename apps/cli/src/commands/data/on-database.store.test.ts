import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test } from 'vitest'
import { refuseOtherDatabase } from './on-database.ts'

test('a database of this release is taken, also one that a newer release has added to', async () => {
  await using store = await createTestStore()
  await refuseOtherDatabase(store.connectionString)
  await store.pool.query(`insert into public.schema_migrations (name, checksum) values ('9998_more.sql', 'x')`)
  await refuseOtherDatabase(store.connectionString)
})

test('one without tables, of an older or of a newer release is refused with what to do', async () => {
  await using empty = await createTestStore({ migrated: false })
  await expect(refuseOtherDatabase(empty.connectionString)).rejects.toThrow(
    'no tables of Opal: start the instance once',
  )
  await using store = await createTestStore()
  const insert =
    "insert into public.schema_migrations (name, checksum, is_contract) values ('9999_less.sql', 'x', true)"
  await store.pool.query(insert)
  await expect(refuseOtherDatabase(store.connectionString)).rejects.toThrow('of a newer release')
  const last = await store.pool.query<{ name: string }>(
    `delete from public.schema_migrations where name = (select max(name) from public.schema_migrations where not is_contract)
     returning name`,
  )
  await expect(refuseOtherDatabase(store.connectionString)).rejects.toThrow(`it lacks ${last.rows[0]?.name}`)
})
