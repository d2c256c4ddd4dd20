import { expect, it } from 'vitest'
import { createTestStore } from '../testing/test-store.ts'

/** Kilobytes of one list that a search may read through. */
const MAX_KILOBYTES = 256

it('every inverted index has a short list of what waits to be entered into it, which each search reads through', async () => {
  await using store = await createTestStore()
  const { rows } = await store.pool.query<{ name: string; options: readonly string[] }>(
    `select c.relname as name, coalesce(c.reloptions, '{}') as options from pg_class c join pg_am a on a.oid = c.relam
     where a.amname = 'gin'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  const isShort = (option: string) => {
    const [name, value] = option.split('=')
    return (
      (name === 'fastupdate' && value === 'off') ||
      (name === 'gin_pending_list_limit' && Number(value) <= MAX_KILOBYTES)
    )
  }
  expect(rows.filter(({ options }) => !options.some(isShort)).map(({ name }) => name)).toEqual([])
})
