import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { findHeldTokens, type HeldToken } from './held-tokens.ts'

describe('the order by name', () => {
  const numbered = (numbers: number, last: number) => `${'a1'.repeat(numbers - 1)}a${last}`

  it.each([
    ['puts 9 before 10 where a name has five numbers', 5, ['ape2', 'ape1']],
    ['compares the characters of a name that has more than five numbers', 6, ['ape1', 'ape2']],
  ])('%s', async (_, numbers, ids) => {
    await using store = await createTestStore()
    await nameTokens(store, [
      ['ape1', numbered(numbers, 10)],
      ['ape2', numbered(numbers, 9)],
    ])
    await store.pool.query(`insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
      select token_data_id, 0, '0xa', 'apes', 1 from chain.current_token_datas_v2`)
    const found = await findHeldTokens(store, { holder: '0xa' }, { order: 'name', descending: false, take: 2 })
    expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(ids)
  })

  const words = fc.constantFrom('', 'Ape #', 'ape ', 'é', '𝒳', '#', 'x'.repeat(198), numbered(6, 1))
  const name = fc
    .tuple(words, fc.option(fc.nat(120)), words)
    .map(([before, number, after]) => before + (number ?? '') + after)
  const holding = fc.record({
    id: fc.constantFrom('0x1', '0x2', '0x3', '0x4', '0x5', '0x6'),
    collection: fc.constantFrom(null, 'c1', 'c2'),
    /** Null: nothing is known of the token but its holder. */
    name: fc.option(name, { freq: 6 }),
    /** Whether its name becomes known after its holder. */
    isLate: fc.boolean(),
    newName: fc.option(name),
  })

  // @feature portfolio.sort
  it('is that of the names as they are, page by page, whenever they became known', async () => {
    await using store = await createTestStore()
    const holdings = fc.uniqueArray(holding, { selector: ({ id }) => id, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(holdings, fc.boolean(), fc.integer({ min: 1, max: 4 }), async (held, descending, take) => {
        await store.pool.query('delete from market.token_holders; delete from chain.current_token_datas_v2')
        const named = held.flatMap(({ id, name, isLate }) => (name === null ? [] : [{ id, name, isLate }]))
        const write = (isLate: boolean) =>
          nameTokens(
            store,
            named.filter((one) => one.isLate === isLate).map((one) => [one.id, one.name]),
          )
        await write(false)
        for (const { id, collection } of held)
          await store.pool.query(
            `insert into market.token_holders values ($1, 0, '0xa', $2, 1), ($1, 0, '0xb', $2, 1)`,
            [id, collection],
          )
        await write(true)
        for (const { id, name, newName } of held)
          if (name !== null && newName !== null)
            await store.pool.query('update chain.current_token_datas_v2 set token_name = $2 where token_data_id = $1', [
              id,
              newName,
            ])
        const wanted = held
          .map(({ id, collection, name, newName }) => {
            const key = name === null ? '' : nameKey(newName ?? name)
            return {
              id,
              key: Buffer.concat([Buffer.from(key), Buffer.from([0]), Buffer.from(`${collection ?? ''} ${id}`)]),
            }
          })
          .toSorted((a, b) => Buffer.compare(a.key, b.key) * (descending ? -1 : 1))
          .map(({ id }) => id)
        const found: HeldToken[] = []
        for (let after: HeldToken | undefined; ; ) {
          const page = { order: 'name', descending, take, ...(after && { after }) } as const
          const rows = await findHeldTokens(store, { holder: '0xa' }, page)
          found.push(...rows)
          after = rows.at(-1)
          if (after === undefined) break
        }
        expect(found.map(({ tokenDataId }) => tokenDataId)).toEqual(wanted)
        await store.pool.query(`update market.token_holders set name_key = ''; select market.name_holdings()`)
        const again = await findHeldTokens(store, { holder: '0xa' }, { order: 'name', descending, take: 9 })
        expect(again).toEqual(found)
      }),
      { numRuns: runs(40) },
    )
  })
})

/** Pads the numbers of a name to ten digits, unless it has more than five. Numbers of tests are shorter. */
function nameKey(name: string): string {
  const isLong = /(?:[0-9]+[^0-9]+){5}[0-9]/u.test(name)
  return [...(isLong ? name : name.replaceAll(/[0-9]+/g, (digits) => digits.padStart(10, '0')))].slice(0, 200).join('')
}

async function nameTokens(store: Store, names: readonly (readonly [id: string, name: string])[]): Promise<void> {
  await store.pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
        token_standard, last_transaction_version, last_transaction_timestamp)
      select id, 'apes', name, '', '', '{}', 'v2', 1, now() from unnest($1::text[], $2::text[]) as t (id, name)`,
    [names.map(([id]) => id), names.map(([, name]) => name)],
  )
}
