import { type Address, parseAddress } from '@opal/domain/address'
import type { BalanceChange, NameLookupChange, StateChanges, WrittenObject } from '@opal/domain/state-changes'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { dumpDatabase, readAllRows } from '../../maintenance/inspect/table-rows.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { writeState } from './write-state.ts'

let store: Store

beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => emptyDatabase(store.db))

const WALLET = parseAddress('0xa1')
const OBJECT = parseAddress('0x0b')
const STORE = parseAddress('0x57')
const METADATA = parseAddress('0xaa')
const COIN = '0x9::coin::Gold'

type Parts = {
  readonly [Part in 'fungible' | 'names' | 'objects' | 'transactions']?: Partial<StateChanges[Part]>
}

function state(version: bigint, { fungible, names, objects, transactions }: Parts): StateChanges {
  return {
    version,
    blockHeight: version,
    timestampMicros: version * 1_500_000n,
    fungible: { balances: [], activities: [], metadata: [], coinPairs: [], ...fungible },
    names: { lookups: [], primaryNames: [], ...names },
    objects: { written: [], deleted: [], history: null, ...objects },
    transactions: { users: [], authKeys: [], publicKeys: [], tableItems: [], ...transactions },
  }
}

function balance(tokenStandard: 'v1' | 'v2', amount: bigint, storageId: Address = STORE): BalanceChange {
  const assetType = tokenStandard === 'v1' ? COIN : METADATA
  return { storageId, tokenStandard, ownerAddress: WALLET, assetType, isPrimary: true, isFrozen: false, amount }
}

function written(ownerAddress: Address): WrittenObject {
  const stateKeyHash = '0x00'
  return {
    objectAddress: OBJECT,
    ownerAddress,
    stateKeyHash,
    guidCreationNum: 1n,
    allowUngatedTransfer: true,
    isUntransferable: false,
  }
}

const deleted = { changeIndex: 7, objectAddress: OBJECT, stateKeyHash: '0x00' }

function lookup(domain: string, expirationSeconds = 1n): NameLookupChange {
  return {
    domain,
    subdomain: '',
    tokenStandard: 'v2',
    registeredAddress: WALLET,
    expirationSeconds,
    tokenName: `${domain}.apt`,
    isDeleted: false,
    subdomainExpirationPolicy: null,
    tokenDataId: OBJECT,
  }
}

function write(...batch: readonly StateChanges[]): Promise<void> {
  return store.db.transaction().execute((transaction) => writeState(transaction, batch))
}

describe('a balance', () => {
  const rows = () => readAllRows(store.db, 'chain.current_fungible_asset_balances')

  test('is the coins and the asset of one store together, under the coin', async () => {
    await write(
      state(1n, { fungible: { balances: [balance('v1', 5n)] } }),
      state(2n, { fungible: { balances: [balance('v2', 7n)] } }),
    )
    expect(await rows()).toEqual([
      expect.objectContaining({
        amount: 12n,
        amount_v1: 5n,
        amount_v2: 7n,
        asset_type: COIN,
        asset_type_v2: METADATA,
        token_standard: 'v1',
        last_transaction_version: 2n,
        last_transaction_timestamp: '1970-01-01 00:00:03',
      }),
    ])
  })

  test('of an asset gets its coin also when that is indexed later', async () => {
    await write(state(1n, { fungible: { balances: [balance('v2', 7n)] } }))
    expect(await rows()).toEqual([expect.objectContaining({ asset_type: METADATA, token_standard: 'v2' })])
    await write(state(2n, { fungible: { coinPairs: [{ metadataAddress: METADATA, coinType: COIN }] } }))
    expect(await rows()).toEqual([
      expect.objectContaining({ asset_type: COIN, asset_type_v1: COIN, token_standard: 'v1', amount_v1: null }),
    ])
  })

  test('may be as large as Move can count', async () => {
    const most = 2n ** 256n - 1n
    await write(state(1n, { fungible: { balances: [balance('v2', most)] } }))
    expect(await rows()).toEqual([expect.objectContaining({ amount: most })])
  })
})

describe('an object', () => {
  const current = () => readAllRows(store.db, 'chain.current_objects')

  test('that was deleted before it is seen stays deleted', async () => {
    await write(state(5n, { objects: { deleted: [deleted] } }))
    expect(await current()).toEqual([])
    await write(state(4n, { objects: { written: [written(WALLET)] } }))
    expect(await current()).toEqual([
      expect.objectContaining({ owner_address: WALLET, is_deleted: true, last_transaction_version: 5n }),
    ])
  })

  test('that is made again at its address lives again', async () => {
    await write(
      state(4n, { objects: { written: [written(WALLET)] } }),
      state(5n, { objects: { deleted: [deleted] } }),
      state(6n, { objects: { written: [written(OBJECT)] } }),
    )
    expect(await current()).toEqual([expect.objectContaining({ owner_address: OBJECT, is_deleted: false })])
  })

  test('shows in its history what it was when it was deleted', async () => {
    const history = [{ changeIndex: 0, object: written(WALLET) }]
    await write(state(5n, { objects: { deleted: [deleted], history: [] } }))
    expect(await readAllRows(store.db, 'chain.objects')).toEqual([])
    await write(state(4n, { objects: { history } }))
    const rows = await readAllRows(store.db, 'chain.objects')
    expect(rows.toSorted((a, b) => Number(a.transaction_version) - Number(b.transaction_version))).toEqual([
      expect.objectContaining({ transaction_version: 4n, is_deleted: false }),
      expect.objectContaining({ transaction_version: 5n, is_deleted: true, owner_address: WALLET }),
    ])
  })
})

describe('a name', () => {
  const rows = () => readAllRows(store.db, 'chain.current_ans_lookup_v2')

  test('may hold what PostgreSQL cannot, even two that become one', async () => {
    await write(state(1n, { names: { lookups: [lookup('a\u0000b'), lookup('a\uFFFDb'), lookup('\uD800')] } }))
    expect((await rows()).map((row) => row.domain).sort()).toEqual(['a\uFFFDb', '\uFFFD'])
  })

  test('may be promised for longer than there are dates', async () => {
    await write(state(1n, { names: { lookups: [lookup('ever', 2n ** 64n - 1n)] } }))
    expect(await rows()).toEqual([expect.objectContaining({ expiration_timestamp: '9999-12-31 23:59:59' })])
  })
})

describe('texts of assets', () => {
  test('may be hostile and long', async () => {
    const text = `\u0000${'x'.repeat(100_000)}`
    await write(
      state(1n, {
        fungible: {
          metadata: [
            {
              assetType: METADATA,
              creatorAddress: WALLET,
              name: text,
              symbol: '\uDC00',
              decimals: 255n,
              iconUri: text,
              projectUri: null,
              supplyAggregatorTableHandleV1: null,
              supplyAggregatorTableKeyV1: null,
              tokenStandard: 'v2',
              supplyV2: 2n ** 128n - 1n,
              maximumV2: null,
            },
          ],
        },
      }),
    )
    const [row] = await readAllRows(store.db, 'chain.fungible_asset_metadata')
    expect(row).toMatchObject({ symbol: '\uFFFD', decimals: 255, supply_v2: 2n ** 128n - 1n })
  })
})

test('rows depend on what was written, not on order, batches or repetition', async () => {
  const wallets = [WALLET, OBJECT, STORE]
  const part = fc.record({
    balances: fc.array(
      fc
        .tuple(fc.constantFrom('v1' as const, 'v2' as const), fc.nat(9), fc.constantFrom(...wallets))
        .map(([standard, amount, at]) => balance(standard, BigInt(amount), at)),
      { maxLength: 2 },
    ),
    owners: fc.array(fc.constantFrom(...wallets), { maxLength: 1 }),
    isDeleted: fc.boolean(),
    domains: fc.array(fc.constantFrom('one', 'two'), { maxLength: 2 }),
    primary: fc.option(fc.constantFrom('one', 'two')),
    isPaired: fc.boolean(),
    usedKeys: fc.array(fc.tuple(fc.constantFrom('0x01', '0x02'), fc.boolean()), { maxLength: 2 }),
  })
  const histories = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) =>
    parts.map((each, index) => {
      const tokenName = each.primary === null ? null : `${each.primary}.apt`
      return state(BigInt(index + 1), {
        fungible: {
          balances: each.balances,
          coinPairs: each.isPaired ? [{ metadataAddress: METADATA, coinType: COIN }] : [],
        },
        names: {
          lookups: each.domains.map((domain) => lookup(domain, BigInt(index))),
          primaryNames: [
            {
              registeredAddress: WALLET,
              tokenStandard: 'v2',
              domain: each.primary,
              subdomain: each.primary === null ? null : '',
              tokenName,
              isDeleted: each.primary === null,
            },
          ],
        },
        transactions: {
          authKeys: each.usedKeys.slice(0, 1).map(([authKey]) => ({ authKey, accountAddress: WALLET, isUsed: true })),
          publicKeys: each.usedKeys.map(([publicKey, isUsed]) => ({
            publicKey,
            publicKeyType: 'ed25519',
            authKey: '0x0f',
            accountPublicKey: '0x0102',
            signatureType: 'multi_key_signature' as const,
            isUsed,
          })),
        },
        objects: {
          written: each.owners.map(written),
          deleted: each.isDeleted ? [deleted] : [],
          history: each.owners.map((owner) => ({ changeIndex: 0, object: written(owner) })),
        },
      })
    }),
  )
  const scenes = histories.chain((history) =>
    fc.record({
      history: fc.constant(history),
      shuffled: fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 }),
      cut: fc.nat(history.length),
    }),
  )
  await fc.assert(
    fc.asyncProperty(scenes, async ({ history, shuffled, cut }) => {
      await emptyDatabase(store.db)
      for (const each of history) await write(each)
      const expected = await dumpDatabase(store.db)
      await emptyDatabase(store.db)
      await write(...shuffled.slice(0, cut))
      await write(...shuffled.slice(cut))
      expect(await dumpDatabase(store.db)).toEqual(expected)
    }),
    { numRuns: runs(25) },
  )
})
