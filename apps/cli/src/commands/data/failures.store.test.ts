import type { Store } from '@opal/store/driver/connection'
import { createTestStore } from '@opal/store/testing/test-store'
import { expect, test, vi } from 'vitest'
import { failuresCommand } from './failures.ts'

/** Clears the screen, sets the clipboard, and claims that all is well in a line of its own. */
const HOSTILE = 'Gold\x1b[2J\x1b]52;c;ZXZpbA==\x07\n0 given up'
const SHOWN = 'Gold\u{fffd}[2J\u{fffd}]52;c;ZXZpbA==\u{fffd}\u{fffd}0 given up'

test('names and reasons that strangers wrote steer no terminal', async () => {
  await using store = await createTestStore()
  await insertCollection(store, '0xc', HOSTILE, '')
  await insertToken(store, '0xa', '0xc', 'https://a/1')
  await store.pool.query(`insert into market.metadata (uri, status, error) values ('https://a/1', 'failed', $1)`, [
    HOSTILE,
  ])
  await store.pool.query(`insert into market.dead_letters (work, subject, error) values ('ranking', '0xc', $1)`, [
    HOSTILE,
  ])
  await store.pool.query(`insert into chain.unwritten_transactions values (7, '22003', $1)`, [HOSTILE])
  await store.pool.query(`insert into market.unsettled_orders values ('opal', 'listing', $1, '22003', $1)`, [HOSTILE])
  vi.stubEnv('DATABASE_URL', store.connectionString)
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  await failuresCommand({ dataDir: '.opal' })
  expect(lines).toContain(`  0xc ${SHOWN}: 1 token (${SHOWN})\n`)
  expect(lines).toContain(`  ranking of collection 0xc: ${SHOWN}\n`)
  expect(lines).toContain(`  transaction 7, not written: 22003 ${SHOWN}\n`)
  expect(lines).toContain(`  listing ${SHOWN} of opal, not settled: 22003 ${SHOWN}\n`)
})

test.each([
  [{ tokens: 0, isOwn: true, images: 0 }, 'its own document'],
  [{ tokens: 1, isOwn: false, images: 0 }, '1 token'],
  [{ tokens: 2, isOwn: true, images: 0 }, '2 tokens, its own document'],
  [{ tokens: 0, isOwn: false, images: 2 }, '2 images'],
  [{ tokens: 2, isOwn: true, images: 1 }, '2 tokens, its own document, 1 image'],
])('a collection is named for everything of it that was given up: %j', async ({ tokens, isOwn, images }, what) => {
  await using store = await createTestStore()
  const document = (uri: string, isGivenUp: boolean, image: string | null = null) =>
    store.pool.query(`insert into market.metadata (uri, status, error, image) values ($1, $2, $3, $4)`, [
      uri,
      isGivenUp ? 'failed' : 'ready',
      isGivenUp ? 'gone' : null,
      image,
    ])
  await insertCollection(store, '0xc', 'Gold', 'https://a/c')
  await document('https://a/c', isOwn, images > 0 ? 'https://a/c.png' : null)
  for (let index = 0; index < 3; index++) {
    await insertToken(store, `0x${index}`, '0xc', `https://a/${index}`)
    await document(`https://a/${index}`, index < tokens, `https://a/${index}.png`)
  }
  const givenUp = images > 0 ? ['https://a/c.png', 'https://a/2.png'].slice(0, images) : []
  for (const src of givenUp)
    await store.pool.query(`insert into market.images (src, status, error) values ($1, 'failed', 'gone')`, [src])
  vi.stubEnv('DATABASE_URL', store.connectionString)
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  await failuresCommand({ dataDir: '.opal' })
  const documents = tokens + (isOwn ? 1 : 0)
  expect(lines).toEqual([
    `Documents: ${documents} given up, 0 wait. Images: ${images} given up, 0 wait.\n`,
    `  0xc Gold: ${what} (gone)\n`,
  ])
})

test('a retry of what is no collection, or of none that is indexed, is refused', async () => {
  await using store = await createTestStore()
  const COLLECTION = `0x${'c'.repeat(64)}`
  await insertCollection(store, COLLECTION, '', 'https://a/c')
  await store.pool.query(
    `insert into market.metadata (uri, status, attempts, error) values ('https://a/c', 'failed', 5, 'gone')`,
  )
  vi.stubEnv('DATABASE_URL', store.connectionString)
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const retry = (what: string) => failuresCommand({ dataDir: '.opal', retry: what })
  for (const what of ['0xzz', 'all', '', `${COLLECTION}0`])
    await expect(retry(what)).rejects.toThrow('--retry does not know')
  await expect(retry(`0x${'d'.repeat(64)}`)).rejects.toThrow('is indexed')
  expect(lines).toEqual([])
  for (const spelling of [COLLECTION, COLLECTION.toUpperCase().replace('0X', '0x')]) {
    await retry(spelling)
    expect(lines.splice(0)[0]).toBe('1 documents and 0 images are fetched again.\n')
  }
})

async function insertCollection({ pool }: Store, id: string, name: string, uri: string): Promise<void> {
  await pool.query(
    `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
      token_standard, last_transaction_version, last_transaction_timestamp)
      values ($1, 'x', $2, '', $3, 0, 'v2', 1, '2026-01-01')`,
    [id, name, uri],
  )
}

async function insertToken({ pool }: Store, id: string, collectionId: string, uri: string): Promise<void> {
  await pool.query(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_uri, description, token_properties,
      token_standard, last_transaction_version, last_transaction_timestamp)
      values ($1, $2, '', $3, '', '{}', 'v2', 1, '2026-01-01')`,
    [id, collectionId, uri],
  )
}
