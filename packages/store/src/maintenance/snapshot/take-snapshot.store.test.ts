import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseAddress } from '@opal/domain/address'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSetCondition } from '../../accounts/set-conditions.ts'
import { addTokenSet, parseSetKey, setKeyOf } from '../../accounts/token-sets.ts'
import { connect, type Store } from '../../driver/connection.ts'
import { seedSmallMarket } from '../../testing/small-market.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { copyCsvLine, type DiskRoom, publishSnapshot, takeSnapshot } from './take-snapshot.ts'

const id = (byte: string) => `0x${byte.repeat(32)}`
const ids = {
  collectionId: id('c0'),
  tokenDataId: id('70'),
  listedTokenDataId: id('71'),
  owner: id('a1'),
  buyer: id('b0'),
}

let store: Store
let folder: string
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
  await seedSmallMarket(store, { ids, marketplace: 'opal', nowMicros: 1_790_000_000_000_000n })
  folder = join(await mkdtemp(join(tmpdir(), 'opal-snapshot-')), 'out')
  stack.defer(() => rm(join(folder, '..'), { recursive: true }))
})
afterEach(() => stack.disposeAsync())

const take = (onProgress?: (relation: string, rows: number) => void) =>
  takeSnapshot({ databaseUrl: store.connectionString, directory: folder, ...(onProgress && { onProgress }) })
const textOf = async (file: string) => gunzipSync(await readFile(join(folder, file))).toString('utf8')

/** Root of a list of tokens; where it has editions, they are of v1 tokens. */
function rootOf(list: readonly string[]): string {
  const isOfEditions = list.some((key) => key.includes('/'))
  const leaves = list.map((key) => {
    const { tokenDataId, propertyVersion } = parseSetKey(key)
    const token = parseAddress(tokenDataId)
    if (!isOfEditions) return leafOf({ standard: 'v2', tokenDataId: token })
    const names = { creatorAddress: parseAddress(ids.owner), collectionName: 'Old', tokenName: tokenDataId }
    return leafOf({ standard: 'v1', tokenDataId: token, ...names, propertyVersion })
  })
  return buildTokenSet(leaves).root
}

describe('an open snapshot', () => {
  it('holds every public row, described, with checksums that are right', async () => {
    const reported = new Map<string, number>()
    const schema = await take((relation, rows) => reported.set(relation, rows))
    expect(JSON.parse(await readFile(join(folder, 'schema.json'), 'utf8'))).toEqual(schema)
    expect(schema).toMatchObject({ version: '100', chainId: 4, atMicros: '1789999999000000' })
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
    expect(sums).toHaveLength(schema.files.length + 1)
    expect(await readdir(folder)).toHaveLength(schema.files.length + 2)
    for (const [index, each] of schema.files.entries()) {
      const bytes = await readFile(join(folder, each.file))
      expect(sums[index]).toBe(`${createHash('sha256').update(bytes).digest('hex')}  ${each.file}`)
      expect(bytes).toHaveLength(each.bytes)
      const { rows } = await store.pool.query<{ n: bigint }>(`select count(*) as n from ${each.name}`)
      expect(BigInt(each.rows), each.name).toBe(rows[0]?.n)
      expect(reported.get(each.name) ?? 0).toBe(each.rows)
      expect(each.primaryKey.length, each.name).toBeGreaterThan(0)
      expect((await textOf(each.file)).split('\n')[0]).toBe(each.columns.map((column) => column.name).join(','))
    }
  })

  it('is given up, and leaves no file, before the disk is full: the database may be on the same', async () => {
    const GIB = 1_024 ** 3
    const takeOn = (rooms: readonly number[], bytes: number) => {
      const left = [...rooms]
      const readRoom = async (): Promise<DiskRoom> => ({ bavail: left.shift() ?? 0, blocks: bytes, bsize: 1 })
      return publishSnapshot({ databaseUrl: store.connectionString, directory: folder, readRoom })
    }
    for (const [rooms, bytes] of [
      [[], 100 * GIB],
      [[2 * GIB - 1], 100 * GIB],
      [[GIB, GIB, GIB / 20 - 1], GIB],
    ] as const) {
      await expect(takeOn(rooms, bytes)).rejects.toThrow('has no room for a snapshot')
      expect(await readdir(join(folder, '..'))).toEqual([])
    }
    await takeOn(Array(100).fill(2 * GIB), 100 * GIB)
    expect(await readdir(join(folder, '..'))).toEqual(['out'])
  })

  it('says every value exactly, null and empty text apart', async () => {
    await store.pool.query(
      `update chain.current_token_datas_v2 set token_name = E'a,"b"\\nc', token_properties = '{"n": 18446744073709551615}'`,
    )
    const { files } = await take()
    const name = 'chain.current_token_datas_v2'
    const csv = await textOf(`${name}.csv.gz`)
    expect(csv).toContain(',"a,""b""\nc","",')
    expect(csv).toContain(',"{""n"": 18446744073709551615}",,,,v2,')
    const columns = files.find((each) => each.name === name)?.columns
    expect(columns?.find((column) => column.name === 'maximum')).toMatchObject({ type: 'numeric', nullable: true })
  })

  // @feature bid.set
  it('has each list of tokens that an open offer names, from which anyone can build its root again, and no other list', async () => {
    const named = fc.uniqueArray(fc.constantFrom('70', '71', 'a7', 'ff'), { minLength: 1 })
    const drawn = fc.sample(named, { numRuns: 5, seed: 1 }).map((bytes) => bytes.map((byte) => setKeyOf(id(byte), 0n)))
    const editions = [setKeyOf(id('70'), 7n), setKeyOf(id('70'), 18446744073709551615n), setKeyOf(id('71'), 0n)]
    const lists = new Map([...drawn, editions].map((list) => [rootOf(list), list]))
    const unnamed = [id('70'), id('b1')]
    for (const [root, tokens] of [...lists, [rootOf(unnamed), unnamed] as const]) {
      await addTokenSet(store, { root, collectionId: ids.collectionId, tokens }, { client: 'client', site: 'site' })
      await addSetCondition(store, root, { rarityTop: tokens.length })
      if (tokens === unnamed) continue
      await store.pool.query(
        `insert into market.collection_offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', $1::text, 'set_root', $1::text,
           'state', 'open', 'validity', 'unfunded', 'collection_id', $2::text))).* from market.collection_offers o limit 1`,
        [root, ids.collectionId],
      )
    }
    await take()
    const rowsOf = async (name: string) => {
      const [, ...lines] = (await textOf(`${name}.csv.gz`)).trimEnd().split('\n')
      return lines.map((line) => line.split(','))
    }
    const tokensOf = Map.groupBy(await rowsOf('market.token_set_tokens'), ([root]) => root)
    expect(new Set(tokensOf.keys())).toEqual(new Set(lists.keys()))
    for (const [root, rows] of tokensOf)
      expect(rootOf(rows.map(([, token = '', edition = '']) => setKeyOf(token, BigInt(edition))))).toBe(root)
    const sets = (await rowsOf('market.token_sets')).map((cells) => cells.join())
    const expected = [...lists].map(
      ([root, { length }]) => `${root},${ids.collectionId},${length},"{""rarityTop"": ${length}}"`,
    )
    expect(sets.toSorted()).toEqual(expected.toSorted())
  })

  it('is of one moment although others write on', async () => {
    let isWritten: Promise<unknown> | null = null
    const { files } = await take(() => {
      isWritten ??= store.pool.query('delete from market.activities')
    })
    await isWritten
    expect(files.find((each) => each.name === 'market.activities')?.rows).toBe(7)
  })

  it('has nothing of what people keep here', async () => {
    const { files } = await take()
    expect(files.filter((each) => each.name.startsWith('account.'))).toEqual([])
    expect(JSON.stringify(files)).not.toContain('token_hash')
  })

  it('does not write over what is there', async () => {
    await take()
    await expect(take()).rejects.toThrow('EEXIST')
  })
})

it('a line can be read by COPY', () => {
  expect(copyCsvLine(['a', null, '', 'x,y', 'say "hi"', '\\.'])).toBe('a,,"","x,y","say ""hi""","\\."\n')
})
