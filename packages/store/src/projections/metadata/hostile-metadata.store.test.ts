import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { readDeadLetters } from '../../queries/indexer-state.ts'
import { toListItem } from '../../queries/tokens/token-list-items.ts'
import { insertToken } from '../../testing/rarity-tokens.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { readListItemRows, writeQueuedListItems } from '../../testing/write-queued-list-items.ts'
import { queueListItems } from '../token-list-items/queue.ts'
import { writeNextListItems } from '../token-list-items/worker.ts'
import { finishMetadataJobs, type MetadataOutcome } from './documents.ts'
import { finishImageJobs } from './images.ts'
import { retryMedia } from './retry.ts'

/** Text that no compression makes smaller. */
function noise(length: number): string {
  const parts = Array.from({ length: Math.ceil(length / 86) }, (_, at) =>
    createHash('sha512').update(String(at)).digest('base64'),
  )
  return parts.join('').slice(0, length)
}

const DATA_IMAGE = `data:image/png;base64,${noise(4_000)}`.slice(0, 4_000)
/** 2,048 letters, three bytes each. */
const CJK_ADDRESS = `https://x.example/${Array.from({ length: 2_030 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000))).join('')}`

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  await using store = await createTestStore()
  await work(store)
}

const items = async (store: Store) =>
  (await readListItemRows(store)).map((row) => ({
    id: row.token_data_id,
    image: toListItem(row.token_data_id, row.item).token?.image ?? null,
  }))
const queued = async ({ db }: Store) =>
  (await db.selectFrom('market.token_list_item_queue').select('token_data_id').execute()).map(
    (row) => row.token_data_id,
  )
const documents = async ({ db }: Store) =>
  (await db.selectFrom('market.metadata').select(['uri', 'status', 'error']).orderBy('uri').execute()) as unknown[]

const found = (uri: string, image: string | null): MetadataOutcome => ({
  uri,
  status: 'ready',
  image,
  animationUrl: null,
  category: null,
  attributes: null,
})

test('an image address too long for an index is left out of its own list item only', () =>
  withStore(async (store) => {
    for (const id of ['a', 'b', 'c']) await insertToken(store, { id, collectionId: 'kin', properties: {} })
    for (const [id, image] of [
      ['a', 'https://x.example/1.png'],
      ['b', DATA_IMAGE],
      ['c', `https://x.example/${'"\\'.repeat(1_000)}`],
    ])
      await sql`insert into market.metadata (uri, status, image) values (${`ipfs://${id}`}, 'ready', ${image})`.execute(
        store.db,
      )
    await sql`update chain.current_token_datas_v2 set token_name = ${'\u0001'.repeat(128)} where token_data_id = 'c'`.execute(
      store.db,
    )
    await queueListItems(store.db, ['a', 'b', 'c'])
    expect(await writeNextListItems(store.db)).toBe(3)
    expect(await items(store)).toEqual([
      { id: 'a', image: 'https://x.example/1.png' },
      { id: 'b', image: null },
      { id: 'c', image: null },
    ])
  }))

test('a list item that cannot be made is set aside with its reason, and all others are made', () =>
  withStore(async (store) => {
    const ids = Array.from({ length: 40 }, (_, at) => `token-${String(at).padStart(2, '0')}`)
    for (const id of ids) await insertToken(store, { id, collectionId: 'kin', properties: {} })
    await sql`alter table market.token_list_items add constraint spoiled check (token_data_id not in ('token-07', 'token-31'))`.execute(
      store.db,
    )
    await queueListItems(store.db, ids)
    await writeQueuedListItems(store)
    const sound = ids.filter((id) => id !== 'token-07' && id !== 'token-31')
    expect((await items(store)).map(({ id }) => id)).toEqual(sound)
    // Still queued, so that readers look those two up instead of trusting a list item.
    expect((await queued(store)).toSorted()).toEqual(['token-07', 'token-31'])
    expect(await readDeadLetters(store, 10)).toMatchObject([
      { work: 'list-item', subject: 'token-07', error: expect.stringContaining('spoiled') },
      { work: 'list-item', subject: 'token-31', error: expect.stringContaining('spoiled') },
    ])

    await sql`alter table market.token_list_items drop constraint spoiled`.execute(store.db)
    expect(await retryMedia(store.db, 'failed')).toMatchObject({ listItems: 2 })
    await writeQueuedListItems(store)
    expect((await items(store)).map(({ id }) => id)).toEqual(ids)
    expect([await queued(store), await readDeadLetters(store, 10)]).toEqual([[], []])
  }))

test('a list item that was set aside is tried again when its token changes', () =>
  withStore(async (store) => {
    for (const id of ['a', 'b']) await insertToken(store, { id, collectionId: 'kin', properties: {} })
    await sql`alter table market.token_list_items add constraint spoiled check (token_data_id <> 'a')`.execute(store.db)
    await queueListItems(store.db, ['a', 'b'])
    await writeQueuedListItems(store)
    await sql`alter table market.token_list_items drop constraint spoiled`.execute(store.db)
    await queueListItems(store.db, ['a'])
    await writeQueuedListItems(store)
    expect((await items(store)).map(({ id }) => id)).toEqual(['a', 'b'])
    expect([await queued(store), await readDeadLetters(store, 10)]).toEqual([[], []])
  }))

test('documents that name an image at an address of 6,000 bytes are finished, and the others with them', () =>
  withStore(async (store) => {
    const uris = ['ipfs://a', 'ipfs://b', 'ipfs://c']
    for (const uri of uris)
      await sql`insert into market.metadata (uri, status) values (${uri}, 'pending')`.execute(store.db)
    await finishMetadataJobs(store.db, [
      found('ipfs://a', 'https://x.example/a.png'),
      found('ipfs://b', CJK_ADDRESS),
      found('ipfs://c', 'https://x.example/c.png'),
    ])
    expect(await documents(store)).toEqual(uris.map((uri) => ({ uri, status: 'ready', error: null })))
    const images = await store.db.selectFrom('market.images').select('src').orderBy('src').execute()
    expect(images.map(({ src }) => src)).toEqual(['https://x.example/a.png', 'https://x.example/c.png'])
  }))

test('an outcome that cannot be stored fails its own document, with the reason', () =>
  withStore(async (store) => {
    const uris = Array.from({ length: 9 }, (_, at) => `ipfs://${at}`)
    for (const uri of uris)
      await sql`insert into market.metadata (uri, status) values (${uri}, 'pending')`.execute(store.db)
    await sql`alter table market.metadata add constraint spoiled check (image <> 'https://x.example/5')`.execute(
      store.db,
    )
    await finishMetadataJobs(
      store.db,
      uris.map((uri, at) => found(uri, `https://x.example/${at}`)),
    )
    expect(await documents(store)).toEqual(
      uris.map((uri, at) =>
        at === 5
          ? { uri, status: 'failed', error: expect.stringContaining('spoiled') }
          : { uri, status: 'ready', error: null },
      ),
    )
  }))

test('a measure that cannot be stored fails its own image, with the reason', () =>
  withStore(async (store) => {
    const sources = ['https://x.example/1', 'https://x.example/2', 'https://x.example/3']
    for (const src of sources)
      await sql`insert into market.images (src, status) values (${src}, 'pending')`.execute(store.db)
    await sql`alter table market.images add constraint spoiled check (colour <> '#000002')`.execute(store.db)
    await finishImageJobs(
      store.db,
      sources.map((src, at) => ({ src, status: 'ready', width: 1, height: 1, colour: `#00000${at + 1}` })),
    )
    const stored = await store.db.selectFrom('market.images').select(['status', 'error']).orderBy('src').execute()
    expect(stored).toEqual([
      { status: 'ready', error: null },
      { status: 'failed', error: expect.stringContaining('spoiled') },
      { status: 'ready', error: null },
    ])
  }))
