import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emittedEvent, type TransactionParts, transactionOf, writtenResource } from '../testing/transaction-of.ts'
import { WrittenObjects } from '../tokens/written-objects.ts'
import { coinStorageId, pairedMetadata } from './coin-type.ts'
import { type FungibleScope, fungibleChangesOf } from './fungible-changes-of.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const GOLD = '0x9::coin::Gold'
const ANNA = parseAddress('0xa')
const STORE = parseAddress('0x57')
const SILVER = parseAddress('0x51')
const SENDER = parseAddress('0x5e')

function changesOf(parts: TransactionParts, scope: FungibleScope = 'all') {
  const transaction = transactionOf(parts)
  return fungibleChangesOf(transaction, new WrittenObjects(transaction), scope)
}

const guid = (creation: string) => ({ counter: '1', guid: { id: { addr: ANNA, creation_num: creation } } })
const coinStore = (coin: string, value: string) =>
  writtenResource(ANNA, `0x1::coin::CoinStore<${coin}>`, {
    coin: { value },
    frozen: false,
    deposit_events: guid('2'),
    withdraw_events: guid('3'),
  })
const assetStore = (balance: string) =>
  writtenResource(STORE, '0x1::fungible_asset::FungibleStore', { balance, frozen: true, metadata: { inner: SILVER } })
const core = (owner: string) =>
  writtenResource(STORE, '0x1::object::ObjectCore', { owner, allow_ungated_transfer: true })
const withdrawn = (creationNumber: bigint) => ({
  type: '0x1::coin::WithdrawEvent',
  accountAddress: ANNA,
  creationNumber,
  data: { amount: '4' },
})
const rows = <Row extends { readonly isGasFee: boolean }>(activities: readonly Row[]) =>
  activities.filter((row) => !row.isGasFee)

describe('coins', () => {
  it('are in the store in which the owner would have the paired asset', () => {
    const { balances, coinPairs } = changesOf({ changes: [coinStore(GOLD, '5')] })
    expect(balances).toEqual([
      {
        storageId: userDerivedObjectAddress(ANNA, pairedMetadata(GOLD)),
        tokenStandard: 'v1',
        ownerAddress: ANNA,
        assetType: GOLD,
        isPrimary: true,
        isFrozen: false,
        amount: 5n,
      },
    ])
    expect(coinPairs).toEqual([{ metadataAddress: pairedMetadata(GOLD), coinType: GOLD }])
  })

  it('tell by their store which coin an event on a handle is about', () => {
    const { activities } = changesOf({ changes: [coinStore(GOLD, '5')], events: [withdrawn(3n), withdrawn(8n)] })
    expect(rows(activities)).toEqual([expect.objectContaining({ eventIndex: 0, assetType: GOLD, amount: 4n })])
  })

  it('are gone when their store is deleted, and its events are about them', () => {
    const deleted = { kind: 'delete-resource', address: ANNA, type: `0x1::coin::CoinStore<${GOLD}>` } as const
    const { balances, activities } = changesOf({ changes: [deleted], events: [withdrawn(3n)] })
    expect(balances).toMatchObject([{ assetType: GOLD, amount: 0n }])
    expect(rows(activities)).toMatchObject([{ assetType: GOLD, storageId: coinStorageId(ANNA, GOLD) }])
  })

  it('are not guessed for an event whose account had several stores deleted', () => {
    const changes = [GOLD, APT].map(
      (coin) => ({ kind: 'delete-resource', address: ANNA, type: `0x1::coin::CoinStore<${coin}>` }) as const,
    )
    for (const order of [changes, changes.toReversed()])
      expect(rows(changesOf({ changes: order, events: [withdrawn(3n)] }).activities)).toEqual([])
  })

  it('of a store that is deleted in the same transaction still have its owner', () => {
    const events = [
      emittedEvent('0x1::fungible_asset::Withdraw', { store: STORE, amount: '6' }),
      emittedEvent('0x1::fungible_asset::FungibleStoreDeletion', { store: STORE, owner: ANNA, metadata: SILVER }),
    ]
    const moved = { ownerAddress: ANNA, storageId: STORE, assetType: SILVER, amount: 6n }
    expect(rows(changesOf({ events }).activities)).toMatchObject([moved])
    const unknown = { ...moved, ownerAddress: null, assetType: null }
    expect(rows(changesOf({ events: events.slice(0, 1) }).activities)).toMatchObject([unknown])
  })

  it('are told by the deletions of their stores, of however many and in whatever order', () => {
    const coin = fc.record({ name: fc.integer({ min: 1, max: 99 }), isNamed: fc.boolean() })
    const coins = fc.uniqueArray(coin, { minLength: 1, maxLength: 5, selector: ({ name }) => name })
    fc.assert(
      fc.property(coins, fc.boolean(), (chosen, isEventFirst) => {
        const stores = chosen.map(({ name, isNamed }, at) => ({
          coinType: `0x9::coin::C${name}`,
          isNamed,
          deposits: BigInt(2 * at + 2),
          withdrawals: BigInt(2 * at + 3),
        }))
        const deletions = stores
          .filter(({ isNamed }) => isNamed)
          .map(({ coinType, deposits, withdrawals }) =>
            emittedEvent('0x1::coin::CoinStoreDeletion', {
              coin_type: coinType.replace('0x9', `0x${'9'.padStart(64, '0')}`),
              event_handle_creation_address: '0xa',
              deleted_deposit_event_handle_creation_number: String(deposits),
              deleted_withdraw_event_handle_creation_number: String(withdrawals),
            }),
          )
        const moves = stores.flatMap(({ deposits, withdrawals }) => [
          { ...withdrawn(deposits), type: '0x1::coin::DepositEvent' },
          withdrawn(withdrawals),
        ])
        const changes = stores.map(
          ({ coinType }) =>
            ({ kind: 'delete-resource', address: ANNA, type: `0x1::coin::CoinStore<${coinType}>` }) as const,
        )
        const events = isEventFirst ? [...moves, ...deletions] : [...deletions, ...moves]
        const known = stores.filter(({ isNamed }) => isNamed || stores.length === 1)
        expect(rows(changesOf({ changes, events }).activities).map(({ assetType }) => assetType)).toEqual(
          known.flatMap(({ coinType }) => [coinType, coinType]),
        )
      }),
    )
  })

  it('are named by module events', () => {
    const event = emittedEvent('0x1::coin::CoinDeposit', { account: '0xa', amount: '6', coin_type: '0x09::coin::Gold' })
    expect(rows(changesOf({ events: [event] }).activities)).toMatchObject([
      { ownerAddress: ANNA, assetType: GOLD, amount: 6n, tokenStandard: 'v1' },
    ])
  })

  it('with types longer than 1,000 characters are left out', () => {
    const nested = `0x9::nest::Coin<${'0x9::nest::Of<'.repeat(80)}u8${'>'.repeat(80)}>`
    expect(changesOf({ changes: [coinStore(nested, '5')] }).balances).toEqual([])
  })
})

describe('fungible assets', () => {
  const deposit = emittedEvent('0x1::fungible_asset::Deposit', { store: STORE, amount: '4' })

  it('belong to the owner of their store', () => {
    const { balances, activities } = changesOf({ changes: [assetStore('5'), core('0xa')], events: [deposit] })
    expect(balances).toMatchObject([
      { storageId: STORE, ownerAddress: ANNA, amount: 5n, isFrozen: true, isPrimary: false },
    ])
    expect(rows(activities)).toMatchObject([{ ownerAddress: ANNA, assetType: SILVER, amount: 4n, tokenStandard: 'v2' }])
  })

  it('are counted in addition to the store when many transactions may change it concurrently', () => {
    const shared = writtenResource(STORE, '0x1::fungible_asset::ConcurrentFungibleBalance', {
      balance: { value: '77' },
    })
    expect(changesOf({ changes: [assetStore('0'), core('0xa'), shared] }).balances).toMatchObject([{ amount: 77n }])
  })

  it('have no owner when the store outlives its object', () => {
    const { balances, activities } = changesOf({ changes: [assetStore('5')], events: [deposit] })
    expect(balances).toMatchObject([{ ownerAddress: ZERO_ADDRESS, isPrimary: false }])
    expect(rows(activities)).toMatchObject([{ ownerAddress: null, assetType: SILVER }])
  })

  it('are gone when their store is deleted', () => {
    const event = emittedEvent('0x1::fungible_asset::FungibleStoreDeletion', {
      store: STORE,
      owner: '0xa',
      metadata: SILVER,
    })
    const { balances, activities } = changesOf({ changes: [core('0xa')], events: [deposit, event] })
    expect(balances).toMatchObject([{ ownerAddress: ANNA, assetType: SILVER, amount: 0n, isFrozen: false }])
    expect(rows(activities)).toMatchObject([{ ownerAddress: ANNA, assetType: null }])
  })

  describe('of a deleted store', () => {
    const deletion = { store: STORE, owner: '0xa', metadata: SILVER }
    const event = emittedEvent('0x1::fungible_asset::FungibleStoreDeletion', deletion)
    const group = { kind: 'delete-resource', address: STORE, type: '0x1::object::ObjectGroup' } as const

    it.each([
      ['its object is gone', [group], [ANNA], { ownerAddress: ANNA, assetType: SILVER }],
      ['its object remains', [core('0xa')], [ANNA], { ownerAddress: ANNA, assetType: null }],
      ['another has its object', [core('0x5e')], [SENDER], { ownerAddress: SENDER, assetType: null }],
      ['it was made for the transaction alone', [], [], { ownerAddress: ANNA, assetType: SILVER }],
    ])('are gone, or were never there, where %s', (_, changes, owners, activity) => {
      const found = changesOf({ changes, events: [deposit, event] })
      const emptied = owners.map((ownerAddress) => ({ storageId: STORE, ownerAddress, assetType: SILVER, amount: 0n }))
      expect(found.balances).toMatchObject(emptied)
      expect(found.balances).toHaveLength(emptied.length)
      expect(rows(found.activities)).toMatchObject([activity])
    })
  })

  it.each([10, 11, 32, 33])('have a name and a symbol of at most 32 letters, of %i', (letters) => {
    const [name, symbol] = ['N'.repeat(letters), 'S'.repeat(letters)]
    const metadata = { name, symbol, decimals: 6, icon_uri: '', project_uri: '', supply: { vec: [] } }
    const asset = writtenResource(STORE, '0x1::fungible_asset::Metadata', metadata)
    const coin = writtenResource(ANNA, `0x1::coin::CoinInfo<${GOLD}>`, metadata)
    const cut = { name: name.slice(0, 32), symbol: symbol.slice(0, 32) }
    expect(changesOf({ changes: [asset, core('0xa'), coin] }).metadata).toMatchObject([cut, cut])
  })

  it('are named when their object is gone, and then nobody made them', () => {
    const metadata = { name: 'Silver', symbol: 'AG', decimals: 6, icon_uri: '', project_uri: '' }
    const asset = writtenResource(STORE, '0x1::fungible_asset::Metadata', metadata)
    expect(changesOf({ changes: [asset] }).metadata).toMatchObject([
      { assetType: STORE, creatorAddress: ZERO_ADDRESS, name: 'Silver' },
    ])
  })

  it('freeze', () => {
    const event = emittedEvent('0x1::fungible_asset::Frozen', { store: STORE, frozen: true })
    expect(rows(changesOf({ events: [event] }).activities)).toMatchObject([{ isFrozen: true, amount: null }])
  })

  it('are named with their supply, plain or concurrent', () => {
    const metadata = { name: 'Silver', symbol: 'AG', decimals: 6, icon_uri: '', project_uri: 'https://silver.example' }
    const asset = [writtenResource(STORE, '0x1::fungible_asset::Metadata', metadata), core('0xa')]
    const plain = writtenResource(STORE, '0x1::fungible_asset::Supply', { current: '5', maximum: { vec: ['9'] } })
    const concurrent = writtenResource(STORE, '0x1::fungible_asset::ConcurrentSupply', {
      current: { value: '6', max_value: '8' },
    })
    expect(changesOf({ changes: [...asset, plain] }).metadata).toMatchObject([
      { assetType: STORE, creatorAddress: ANNA, name: 'Silver', decimals: 6n, supplyV2: 5n, maximumV2: 9n },
    ])
    expect(changesOf({ changes: [...asset, concurrent] }).metadata).toMatchObject([{ supplyV2: 6n, maximumV2: 8n }])
  })

  it('name the coin they are paired with, if it fits their address', () => {
    const type = { account_address: '0x9', module_name: '0x636f696e', struct_name: '0x476f6c64' }
    const paired = (at: typeof STORE) => writtenResource(at, '0x1::coin::PairedCoinType', { type })
    expect(changesOf({ changes: [paired(pairedMetadata(GOLD))] }).coinPairs).toMatchObject([{ coinType: GOLD }])
    expect(changesOf({ changes: [paired(STORE)] }).coinPairs).toEqual([])
  })
})

describe('gas', () => {
  it('is burnt by the sender, also of a transaction that failed, with the payer', () => {
    const rest = { success: false, feePayer: ANNA }
    const refund = emittedEvent('0x1::transaction_fee::FeeStatement', { storage_fee_refund_octas: '50' })
    expect(changesOf({ events: [refund], rest }).activities).toEqual([
      {
        eventIndex: -1,
        ownerAddress: SENDER,
        storageId: coinStorageId(SENDER, APT),
        assetType: APT,
        isFrozen: null,
        amount: 1_000n,
        type: '0x1::aptos_coin::GasFeeEvent',
        isGasFee: true,
        gasFeePayerAddress: ANNA,
        isTransactionSuccess: false,
        entryFunctionIdStr: '0x7::market::buy',
        tokenStandard: 'v1',
        storageRefundAmount: 50n,
      },
    ])
  })

  it('is not burnt in a transaction without a sender', () => {
    expect(changesOf({ rest: { sender: null } }).activities).toEqual([])
  })
})

describe('a scope', () => {
  const parts = { changes: [coinStore(GOLD, '5'), coinStore(APT, '6'), assetStore('7')] }

  it('of APT leaves out everything else', () => {
    const { balances, coinPairs, activities } = changesOf(parts, 'apt')
    expect(balances).toMatchObject([{ assetType: APT }])
    expect(coinPairs).toMatchObject([{ coinType: APT }])
    expect(activities).toMatchObject([{ isGasFee: true }])
  })

  it('of nothing has no changes', () => {
    expect(Object.values(changesOf(parts, 'none')).flat()).toEqual([])
  })
})
