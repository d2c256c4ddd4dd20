import { type Address, parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { EMPTY_TOKEN_LOOKUP } from '../../testing/empty-token-lookup.ts'
import { transactionOf as madeUp } from '../../testing/transaction-of.ts'
import { WrittenObjects } from '../written-objects.ts'
import { tokenChangesV1 } from './token-changes-v1.ts'

const [ANNA, BEN, CARL] = [parseAddress('0xa'), parseAddress('0xb'), parseAddress('0xc')]
const [ANNAS, BENS, ESCROW] = ['0x00a1', '0x00b1', '0x00e1']
const DATA_ID = { creator: '0xc', collection: 'Pools', name: 'Deep' }
const ID = { property_version: '2', token_data_id: DATA_ID }
const TOKEN = tokenDataIdV1(CARL, 'Pools', 'Deep')

describe('the owner of a v1 token', () => {
  it('is the account whose written store holds it, with handle events', () => {
    const moved = [
      eventOf('0x3::token::WithdrawEvent', { amount: '1', id: ID }, ANNA),
      eventOf('0x3::token::DepositEvent', { amount: '1', id: ID }, BEN),
    ]
    expect(holdings(moved, [store(ANNA, '0xa1'), store(BEN, BENS), taken(ANNAS), put(BENS)])).toEqual([
      [ANNA, 0n],
      [BEN, 1n],
    ])
  })

  it('is the account that module events name when no store is written', () => {
    expect(holdings([withdrawn(ANNA), deposited(BEN)], [taken(ANNAS), put(BENS)])).toEqual([
      [ANNA, 0n],
      [BEN, 1n],
    ])
  })

  it('is not the account through which it only passed', () => {
    const passed = [deposited(CARL), withdrawn(CARL), deposited(BEN)]
    expect(holdings(passed, [put(BENS)])).toEqual([[BEN, 1n]])
  })

  it('is null while a container holds it', () => {
    expect(holdings([withdrawn(ANNA)], [taken(ANNAS), put(ESCROW)])).toEqual([[ANNA, 0n]])
    expect(holdings([deposited(BEN)], [taken(ESCROW), put(BENS)])).toEqual([[BEN, 1n]])
  })

  it('is the one who gave some of several away, for the rest', () => {
    expect(holdings([withdrawn(ANNA)], [put(ANNAS, '4')])).toEqual([[ANNA, 4n]])
    expect(holdings([withdrawn(ANNA)], [put(ANNAS, '4'), put(ESCROW)])).toEqual([])
    expect(holdings([withdrawn(ANNA)], [store(ANNA, '0xa1'), put(ANNAS, '4'), put(ESCROW)])).toEqual([[ANNA, 4n]])
  })

  it('is not guessed when two tables could be meant', () => {
    expect(holdings([withdrawn(ANNA), deposited(BEN)], [put(ANNAS, '4'), put(BENS)])).toEqual([])
    expect(holdings([deposited(ANNA), deposited(BEN)], [put(BENS)])).toEqual([])
  })

  it('is the known owner of the table of its tokens; the other table is the other’s', () => {
    const lookup = {
      ...EMPTY_TOKEN_LOOKUP,
      holderOf: (_token: Address, table: string) => (table === parseAddress('0xa1') ? ANNA : null),
    }
    expect(holdings([withdrawn(ANNA), deposited(BEN)], [put(ANNAS, '4'), put(BENS)], lookup)).toEqual([
      [ANNA, 4n],
      [BEN, 1n],
    ])
  })

  it('does not own another table besides the one that it is known to own, whatever is put there with what it is sent', () => {
    const lookup = {
      ...EMPTY_TOKEN_LOOKUP,
      holderOf: (_token: Address, table: string) => (table === parseAddress('0xb1') ? BEN : null),
    }
    const moved = [withdrawn(ANNA), deposited(BEN)]
    expect(holdings(moved, [put(BENS), put(ESCROW, '9')], lookup)).toEqual([[BEN, 1n]])
    expect(holdings(moved, [store(BEN, BENS), put(BENS), put(ESCROW, '9')])).toEqual([[BEN, 1n]])
  })

  it('is the one who changed its properties in place', () => {
    const mutated = eventOf('0x3::token::MutatePropertyMap', { account: '0xb', old_id: ID, new_id: ID })
    expect(holdings([mutated], [put(BENS)])).toEqual([[BEN, 1n]])
  })
})

describe('an offer of a v1 token', () => {
  const offer = (type: string) => eventOf(type, { account: '0xa', amount: '1', to_address: '0xb', token_id: ID })
  const key = { to_addr: '0xb', token_id: ID }
  const keyType = '0x3::token_transfers::TokenOfferId'
  const offered = { fromAddress: ANNA, toAddress: BEN, tokenDataId: TOKEN, propertyVersion: 2n }

  it('waits for its claim, reported by module events alone', () => {
    const made = item({ keyType, key, handle: '0xf1' })
    const { pendingClaims, ownerships } = changes([offer('0x3::token_transfers::Offer')], [made])
    expect(pendingClaims).toMatchObject([{ ...offered, amount: 1n, tableHandle: parseAddress('0xf1') }])
    expect(ownerships).toEqual([])
  })

  it('is over once claimed or cancelled', () => {
    for (const type of ['Claim', 'CancelOffer']) {
      const gone: ChainChange = { index: 0, kind: 'delete-table-item', handle: '0xf1', keyType, key }
      const { pendingClaims, activities } = changes([offer(`0x3::token_transfers::${type}`)], [gone])
      expect(pendingClaims).toMatchObject([{ ...offered, amount: 0n }])
      expect(activities).toMatchObject([{ fromAddress: ANNA, toAddress: BEN, propertyVersionV1: 2n, tokenAmount: 1n }])
    }
  })
})

describe('a v1 collection', () => {
  const value = {
    description: '',
    maximum: '9',
    mutability_config: { description: true, maximum: false, uri: false },
    name: 'Pools',
    supply: '0',
    uri: 'ipfs://x',
  }
  const written = item({ keyType: '0x1::string::String', key: 'Pools', valueType: '0x3::token::CollectionData', value })

  it('belongs to the creator that the event of its creation names', () => {
    const created = eventOf('0x3::token::CreateCollection', { creator: '0xc', collection_name: 'Pools' })
    expect(changes([created], [written]).collections).toMatchObject([
      { collectionId: collectionIdV1(CARL, 'Pools'), creatorAddress: CARL, maxSupply: 9n, mutableUri: false },
    ])
  })

  it('is known by its table once an event names a token of it', () => {
    const lookup = { ...EMPTY_TOKEN_LOOKUP, tableOf: () => parseAddress('0x1') }
    const minted = eventOf('0x3::token::Mint', { creator: '0xc', amount: '1', id: DATA_ID })
    const published = eventOf('0x3::token::TokenDataCreation', { creator: '0xc', id: DATA_ID })
    const named = { collection_name: 'Pools', creator_addr: '0xc' }
    const changed = eventOf('0x3::token_event_store::CollectionUriMutate', named)
    for (const event of [minted, published, changed]) {
      expect(changes([event], [written], lookup).collections).toMatchObject([{ creatorAddress: CARL, uri: 'ipfs://x' }])
    }
    const elsewhere = { ...EMPTY_TOKEN_LOOKUP, tableOf: () => parseAddress('0xe1') }
    expect(changes([minted], [written], elsewhere).collections).toEqual([])
  })

  it('is left as it was when nothing says whose it is', () => {
    expect(changes([], [written]).collections).toEqual([])
  })
})

it('names the field that a v1 event lacks', () => {
  expect(() => changes([eventOf('0x3::token::TokenDeposit', { id: ID, amount: '1' })], [])).toThrowError(
    expect.objectContaining({ code: 'decode-failed', origin: 'chain', path: 'account' }),
  )
})

function holdings(events: readonly ChainEvent[], written: readonly ChainChange[], lookup = EMPTY_TOKEN_LOOKUP) {
  return changes(events, written, lookup).ownerships.map(({ ownerAddress, amount, tokenDataId, propertyVersionV1 }) => {
    expect([tokenDataId, propertyVersionV1]).toEqual([TOKEN, 2n])
    return [ownerAddress, amount]
  })
}

function changes(events: readonly ChainEvent[], written: readonly ChainChange[], lookup = EMPTY_TOKEN_LOOKUP) {
  const transaction = transactionOf(events, written)
  return tokenChangesV1(transaction, new WrittenObjects(transaction), lookup)
}

function deposited(account: Address): ChainEvent {
  return eventOf('0x3::token::TokenDeposit', { account, amount: '1', id: ID })
}

function withdrawn(account: Address): ChainEvent {
  return eventOf('0x3::token::TokenWithdraw', { account, amount: '1', id: ID })
}

function eventOf(type: string, data: Json, accountAddress = ZERO_ADDRESS): ChainEvent {
  return { index: 0, type, accountAddress, creationNumber: 0n, sequenceNumber: 0n, data }
}

function store(address: Address, handle: string): ChainChange {
  return { index: 0, kind: 'write-resource', address, type: '0x3::token::TokenStore', data: { tokens: { handle } } }
}

function put(handle: string, amount = '1'): ChainChange {
  return item({ handle, value: { amount, id: ID, token_properties: { map: { data: [] } } } })
}

function taken(handle: string): ChainChange {
  return { index: 0, kind: 'delete-table-item', handle, keyType: '0x3::token::TokenId', key: ID }
}

function item(parts: Partial<Extract<ChainChange, { kind: 'write-table-item' }>>): ChainChange {
  return {
    index: 0,
    kind: 'write-table-item',
    handle: '0x1',
    keyType: '0x3::token::TokenId',
    key: ID,
    valueType: '0x3::token::Token',
    value: { amount: '1', id: ID, token_properties: { map: { data: [] } } },
    ...parts,
  }
}

function transactionOf(events: readonly ChainEvent[], written: readonly ChainChange[]): ChainTransaction {
  return madeUp({
    events,
    changes: written,
    rest: { version: 1n, timestampMicros: 0n, sender: ANNA, entryFunction: null },
  })
}
