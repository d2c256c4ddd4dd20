import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { runs, testSeed } from '@opal/domain/testing/effort/config'
import { cutToBytes } from '@opal/domain/text/text-bytes'
import { MAX_NAME_BYTES } from '@opal/domain/tokens/name-bytes'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

/** Names as the chain allows them, with their displayed form. */
const LIMITS = [128, MAX_NAME_BYTES]
/** Pieces of names that grow: escaped in JSON, folded to lower case, encoded as UTF-8, or padded for their order. */
const PIECES = [
  '\u0001',
  '\u001F',
  '"',
  '\\',
  '\uFFFD',
  '\u2028',
  'Ⱥ',
  'İ',
  '😀',
  '1a',
  '1\u0001',
  '9"',
  'Ape #',
  '7',
  ' ',
]

const name = fc
  .tuple(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 300, size: 'max' }),
    fc.constantFrom(...LIMITS),
  )
  .map(([pieces, most]) => cutToBytes(pieces.join(''), most))

const NAMES = [
  ...PIECES.flatMap((piece) => LIMITS.map((most) => cutToBytes(piece.repeat(most), most))),
  // NUL is stored as a character of three bytes.
  '\uFFFD'.repeat(MAX_NAME_BYTES),
  ...fc.sample(name, { seed: testSeed, numRuns: runs(30) }),
]

const COLLECTION = `0x${'c7'.repeat(32)}`
const HOLDER = EXAMPLE.signer
const idOf = (prefix: string, n: number) => `0x${prefix}${n.toString(16).padStart(62, '0')}`

let api: TestApi
beforeAll(async () => {
  // Without limits of clients: each list is read row by row.
  api = await createTestApi({}, { API_RATE_LIMIT: '1000000000' })
  const { pool } = api.store
  const write = (table: string, rows: readonly object[]) =>
    pool.query(
      `insert into ${table} select made.* from jsonb_array_elements($1::jsonb) as change
        cross join (select whole from ${table} whole limit 1) as known(one) cross join jsonb_populate_record(one, change) as made`,
      [JSON.stringify(rows)],
    )
  await write('chain.current_collections_v2', [
    { collection_id: COLLECTION, creator_address: HOLDER, collection_name: 'Hostile' },
    ...NAMES.map((collection_name, n) => ({ collection_id: idOf('c8', n), creator_address: HOLDER, collection_name })),
  ])
  await write(
    'chain.current_token_datas_v2',
    NAMES.map((token_name, n) => ({ token_data_id: idOf('72', n), collection_id: COLLECTION, token_name })),
  )
  await write(
    'market.token_holders',
    NAMES.map((_, n) => ({ token_data_id: idOf('72', n), collection_id: COLLECTION, holder: HOLDER, amount: 1 })),
  )
  await pool.query('insert into account.favourites (wallet, collection_id) select $1, unnest($2::text[])', [
    HOLDER,
    NAMES.map((_, n) => idOf('c8', n)),
  ])
})
afterAll(() => api[Symbol.asyncDispose]())

const COLLECTIONS = NAMES.map((_, n) => idOf('c8', n))
const TOKENS = NAMES.map((_, n) => idOf('72', n))
const ALL_TOKENS = encodeURIComponent(JSON.stringify([{ trait_type: 'Any', value: 'none', not: true }]))

/** Every list that can be ordered by names. */
const LISTS: readonly (readonly [url: string, member: string, ids: readonly string[]])[] = [
  ['/aggregator/collection?take=2&sortBy=NAME_ASC', 'collectionId', COLLECTIONS],
  ['/aggregator/collection?take=2&sortBy=NAME_DESC', 'collectionId', COLLECTIONS],
  [`/aggregator/collection/?take=2&sortBy=NAME_ASC&walletAddress=${HOLDER}`, 'collectionId', COLLECTIONS],
  [`/api/collection/${COLLECTION}/nfts?limit=1&sort=name_asc`, 'tokenDataId', TOKENS],
  [`/api/collection/${COLLECTION}/nfts?limit=1&sort=name_asc&attributes=${ALL_TOKENS}`, 'tokenDataId', TOKENS],
  [`/data/user/tokens/${HOLDER}?take=1&sortBy=name&order=asc`, 'tokenDataId', TOKENS],
  [`/data/user/tokens/${HOLDER}?take=1&sortBy=name&order=desc`, 'tokenDataId', TOKENS],
]

describe('names that grow in a cursor', () => {
  it.each(LISTS)('end no list: %s', async (url, member, ids) => {
    const headers = { cookie: await signedInAs(api, EXAMPLE.signer) }
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await api.server.inject({
        method: 'GET',
        url: cursor === '' ? url : `${url}&cursor=${cursor}`,
        headers,
      })
      expect(answer.statusCode, `${found.length} rows, then ${answer.body.slice(0, 200)}`).toBe(200)
      const page: { data: Record<string, string>[]; nextCursor: string | null } = answer.json()
      found.push(...page.data.map((row) => row[member] ?? ''))
      cursor = page.nextCursor
    }
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining([...ids]))
  })
})
