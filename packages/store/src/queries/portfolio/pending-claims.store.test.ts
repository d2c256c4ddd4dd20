import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { type PendingClaimRow, readPendingClaims } from './pending-claims.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Offers tokens to a wallet, a few of them by each transaction. */
async function offer(wallet: string, count: number): Promise<void> {
  await store.pool.query(
    `insert into chain.current_token_pending_claims (token_data_id_hash, property_version, from_address, to_address, collection_data_id_hash,
      creator_address, collection_name, name, amount, table_handle, token_data_id, collection_id, last_transaction_version, last_transaction_timestamp)
    select $1 || n, n % 3, '0xf' || n % 2, $1, 'c', '0xc', 'Moths', 'Moth ' || n, n % 5, 't', '0x' || n / 4, '0xc', n / 7, 'epoch'
    from generate_series(1, $2::int) n`,
    [wallet, count],
  )
}

test('a page of what a wallet can claim costs its rows, however many tokens anyone has offered it', async () => {
  for (const [wallet, count] of [
    ['0x1', 300],
    ['0x2', 6_000],
  ] as const) {
    await offer(wallet, count)
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await store.pool.query('analyze chain.current_token_pending_claims')
      let after: PendingClaimRow | undefined
      for (let page = 0; page < 3; page += 1) {
        const read = await countRowsRead(store, 'chain.current_token_pending_claims', async (reader) => {
          after = (await readPendingClaims(reader, wallet, { take: 20, ...(after && { after }) })).at(-1)
        })
        expect(read, `${wallet} ${page}`).toBeLessThan(60n)
      }
    }
  }
})

test('a page of what a wallet has sent costs its rows, however many of its tokens nobody has claimed', async () => {
  // Nobody else sends as much: most of what is known of senders is of this wallet.
  await store.pool.query(
    `insert into chain.current_token_pending_claims (token_data_id_hash, property_version, from_address, to_address, collection_data_id_hash,
      creator_address, collection_name, name, amount, table_handle, token_data_id, collection_id, last_transaction_version, last_transaction_timestamp)
    select 'sent' || n, n % 3, '0x5', '0xa' || n, 'c', '0xc', 'Moths', 'Moth ' || n, 1, 't', '0x' || n / 4, '0xc', n * 7919 % 6007, 'epoch'
    from generate_series(1, 6000) n`,
  )
  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await store.pool.query('analyze chain.current_token_pending_claims')
    let after: PendingClaimRow | undefined
    for (let page = 0; page < 3; page += 1) {
      const read = await countRowsRead(store, 'chain.current_token_pending_claims', async (reader) => {
        const asked = { side: 'sent', take: 20, ...(after && { after }) } as const
        after = (await readPendingClaims(reader, '0x5', asked)).at(-1)
      })
      expect(after).toBeDefined()
      expect(read, `page ${page}, analyzed ${isAnalyzed}`).toBeLessThan(60n)
    }
  }
})

test.each([
  ['received', '0x3', '0x3', {}, 48],
  // Of the two who offer, with what they have offered to others.
  ['sent', '0x4', '0xf0', { otherAddress: '0x4' }, 24],
] as const)(
  'pages of any length have each claim once, in one order: %s',
  async (side, receiver, wallet, only, count) => {
    await offer(receiver, 60)
    const all = await readPendingClaims(store, wallet, { side, take: 100, ...only })
    expect(all).toHaveLength(count)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), async (take) => {
        const found: PendingClaimRow[] = []
        for (;;) {
          const after = found.at(-1)
          const page = await readPendingClaims(store, wallet, { side, take, ...only, ...(after && { after }) })
          found.push(...page)
          if (page.length < take) break
        }
        expect(found).toEqual(all)
      }),
      { numRuns: 10 },
    )
  },
)
