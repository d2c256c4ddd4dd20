import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { workForAnyParameters } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { QueryTooSlowError } from '../read-rows.ts'
import { readIdsByName } from './trait-rows.ts'

const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

it('names of any number of tokens are matched a few thousand at a time, within one time', async () => {
  await using store = await createTestStore()
  const [tokens, asked] = [12_000, 11_000]
  await sql`insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_uri, description, token_standard,
      token_properties, last_transaction_version, last_transaction_timestamp)
    select '0x' || lpad(to_hex(n), 64, '0'), ${idOf(0)}, 'Ape #' || n, '', '', 'v2', '{}', 1, now()
    from generate_series(1, ${tokens}) n`.execute(store.db)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const reader = { db: store.db.withPlugin(counting) }
  const some = { collectionId: idOf(0), tokenDataIds: Array.from({ length: asked }, (_, at) => idOf(at + 1)) }
  for (const isExpression of [false, true]) {
    statements = 0
    const found = await readIdsByName(reader, some, { pattern: 'ape #11', isExpression }, 60_000)
    const expected = Array.from({ length: asked }, (_, at) => at + 1).filter((n) => `${n}`.startsWith('11'))
    expect([...found].sort()).toEqual(expected.map(idOf).sort())
    expect(statements).toBe(3)
  }
  const late = readIdsByName(reader, some, { pattern: 'ape', isExpression: false }, -1)
  await expect(late).rejects.toThrow(QueryTooSlowError)
  await vacuumWhole(store, ['chain.current_token_datas_v2'])
  const { pages } = await workForAnyParameters(store, (one) =>
    readIdsByName(one, some, { pattern: 'ape #11', isExpression: false }, 60_000),
  )
  // In an index alone: each row of the table would be a page.
  expect(pages).toBeLessThan(asked / 4)
})
