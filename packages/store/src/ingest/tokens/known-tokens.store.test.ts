import type { CollectionChange, OwnershipChange } from '@opal/domain/tokens/token-change'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { rowsReadByWriter } from '../../testing/plans/rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { address, batchOf, described, indexed, passes } from '../testing/market-story.ts'
import { NO_KNOWN_TOKENS, readKnownTokens, tableItemKey } from './known-tokens.ts'

const [ARTIST, ANNA, TABLE, STORE] = [address('a1'), address('a2'), address('a3'), address('a4')]
const TOKEN = tokenDataIdV1(ARTIST, 'Pools', 'Deep')
const OTHER = tokenDataIdV1(ARTIST, 'Pools', 'Deeper')
const COLLECTION_ID = collectionIdV1(ARTIST, 'Pools')
let store: Store

beforeAll(async () => {
  store = await createTestStore()
  const [row] = passes(TOKEN, null, ANNA)
  const held: OwnershipChange = { ...(row as OwnershipChange), storageId: STORE, tokenStandard: 'v1' }
  const tokenDatas = [{ ...described(TOKEN), tokenStandard: 'v1' as const, collectionId: COLLECTION_ID }]
  const changes = { tokenDatas, ownerships: [held], collections: [pools()] }
  await applyBatch(store.db, batchOf([indexed(1n, [], changes)]))
})
afterAll(() => store[Symbol.asyncDispose]())

function pools(): CollectionChange {
  return {
    collectionId: COLLECTION_ID,
    creatorAddress: ARTIST,
    collectionName: 'Pools',
    description: '',
    uri: '',
    currentSupply: 1n,
    maxSupply: null,
    totalMintedV2: null,
    mutableDescription: null,
    mutableUri: null,
    tableHandleV1: TABLE,
    tokenStandard: 'v1',
    collectionProperties: null,
  }
}

test('a token is known with its owner, its holder’s table and its collection’s table', async () => {
  const { owners, holders, tables } = await readKnownTokens(store.db, [TOKEN, STORE, COLLECTION_ID])
  expect([...owners]).toEqual([[TOKEN, ANNA]])
  expect([...holders]).toEqual([[tableItemKey(TOKEN, STORE), ANNA]])
  expect([...tables]).toEqual([[COLLECTION_ID, TABLE]])
})

test('a table is known by the tokens that it held alone', async () => {
  expect((await readKnownTokens(store.db, [OTHER, STORE])).holders.size).toBe(0)
})

const FILL = `insert into chain.current_token_ownerships_v2 (token_data_id, property_version_v1, owner_address, storage_id, amount,
    token_standard, last_transaction_version, last_transaction_timestamp)
  select $1, 0, '0x9' || n, case when $3 = 'v1' then '0x8' || n else $1 end, n % $4, $3, n, 'epoch' from generate_series(1, $2) n`

test.each([
  ['v2', 'had', 1],
  ['v1', 'had', 1],
  ['v1', 'has', 2],
])('a %s token is read with a few rows, however many owners it %s', async (standard, _, holders) => {
  const read: bigint[] = []
  for (const count of [20, 2_000]) {
    await using other = await createTestStore()
    const changes = { tokenDatas: [described(OTHER)], ownerships: passes(OTHER, null, ANNA) }
    await applyBatch(other.db, batchOf([indexed(9_000n, [], changes)]))
    await other.pool.query(FILL, [OTHER, count, standard, holders])
    for (const analyzed of [false, true]) {
      if (analyzed) await other.pool.query('analyze chain.current_token_ownerships_v2')
      const [rows = 0n] = await rowsReadByWriter(other, ['chain.current_token_ownerships_v2'], async (db) => {
        const { owners } = await readKnownTokens(db, [OTHER, STORE])
        expect([...owners]).toEqual([[OTHER, ANNA]])
      })
      read.push(rows)
    }
  }
  expect(Math.max(...read.map(Number))).toBeLessThan(10)
})

test('nothing is known of what was never seen', async () => {
  expect(await readKnownTokens(store.db, [OTHER])).toEqual(NO_KNOWN_TOKENS)
  expect(await readKnownTokens(store.db, [])).toEqual(NO_KNOWN_TOKENS)
})
