import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsByTable } from '../../testing/plans/plan-rows.ts'
import { plansOf } from '../../testing/plans/work-for-any-parameters.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { vacuumWhole } from '../../testing/vacuum-whole.ts'
import { findCollectionTokens, type TokenPageQuery, type TokenPlace } from './find-collection-tokens.ts'

const query = (rest: Partial<TokenPageQuery>): TokenPageQuery => ({
  filter: { collectionId: 'c' },
  order: 'name_asc',
  take: 50,
  ...rest,
})

async function writeTokens(store: Store, names: readonly string[]): Promise<void> {
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select 't' || lpad(n::text, 5, '0'), 'c', name, '', '', '{}', 'v2', name like 'burned%', 1, now()
      from unnest($1::text[]) with ordinality as t (name, n)`,
    [names],
  )
}

/** Names that differ before, at and behind the end of what the index holds, of several lengths and alphabets. */
const name = fc
  .tuple(
    fc.constantFrom('', 'Ape #', 'burned ', 'é', '𝒳', 'x'.repeat(193), 'x'.repeat(196), 'y'.repeat(1_200)),
    fc.nat(120),
  )
  .map(([words, number]) => words + number)

it('follow the length and the characters of whole names, page by page, whatever they are', async () => {
  await using store = await createTestStore()
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 25 }), fc.integer({ min: 1, max: 6 }), async (names, take) => {
      await store.pool.query('delete from chain.current_token_datas_v2')
      await writeTokens(store, names)
      const wanted = names
        .map((each, at) => ({ id: `t${String(at + 1).padStart(5, '0')}`, name: each }))
        .filter((each) => !each.name.startsWith('burned'))
        .map((each) => ({ ...each, key: Buffer.from(String([...each.name].length).padStart(4, '0') + each.name) }))
        .toSorted((a, b) => Buffer.compare(a.key, b.key) || (a.id < b.id ? -1 : 1))
        .map(({ id }) => id)
      const found: TokenPlace[] = []
      for (let after: TokenPlace | undefined; ; ) {
        const page = await findCollectionTokens(store, query({ take, ...(after && { after }) }))
        found.push(...page)
        after = page.at(-1)
        if (after === undefined) break
      }
      expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted)
      const second = await findCollectionTokens(store, query({ take, offset: take }))
      expect(second.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted.slice(take, 2 * take))
    }),
    { numRuns: runs(40) },
  )
})

it('are walked in an index: a page reads about as many tokens as it shows, also far down, and where most collections have few', async () => {
  await using store = await createTestStore()
  await writeTokens(
    store,
    Array.from({ length: 5_000 }, (_, at) => `Ape #${at}`),
  )
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
      select 'u' || n, 'c' || n / 2, 'Ape #' || n, '', '', '{}', 'v2', false, 1, now() from generate_series(1, 5000) n`,
  )
  await vacuumWhole(store, ['chain.current_token_datas_v2'])
  const after = { phase: 'all', value: '0009Ape #4000', tokenDataId: 't04001' } as const
  for (const rest of [{}, { after }]) {
    const plans = await plansOf(store, async ({ preparedPool }) =>
      expect(await findCollectionTokens(preparedPool, query(rest))).toHaveLength(50),
    )
    const read = plans.map((plan) => rowsByTable(plan).get('current_token_datas_v2') ?? 0)
    expect(Math.max(...read)).toBeLessThan(150)
  }
})
