import { type Address, parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { describe, expect, it } from 'vitest'
import { EMPTY_TOKEN_LOOKUP } from '../testing/empty-token-lookup.ts'
import { transactionOf as madeUp } from '../testing/transaction-of.ts'
import { tokenChangesOf, tokensToLookUp } from './token-changes-of.ts'

const TOKEN = parseAddress('0x70')
const [ANNA, BEN, CARL] = [parseAddress('0xa'), parseAddress('0xb'), parseAddress('0xc')]
const KNOWN = { ...EMPTY_TOKEN_LOOKUP, isKnownToken: (object: Address) => object === TOKEN, ownerOf: () => ANNA }

describe('tokenChangesOf', () => {
  it('follows a token through several hands to its last owner', () => {
    const transaction = transactionOf([transfer(ANNA, BEN), transfer(BEN, CARL)], [token(), core(CARL)])
    expect(holdings(transaction)).toEqual([
      [CARL, 1n],
      [ANNA, 0n],
      [BEN, 0n],
    ])
  })

  it('leaves a token with its owner when it came back within the transaction', () => {
    const transaction = transactionOf([transfer(ANNA, BEN), transfer(BEN, ANNA)], [token(), core(ANNA)])
    expect(holdings(transaction)).toEqual([
      [ANNA, 1n],
      [BEN, 0n],
    ])
  })

  it('follows a known token that the transaction moves without writing it', () => {
    const transaction = transactionOf([transfer(ANNA, BEN)], [core(BEN)])
    expect([...tokensToLookUp(transaction)]).toEqual([TOKEN])
    expect(holdings(transaction, KNOWN)).toEqual([
      [BEN, 1n],
      [ANNA, 0n],
    ])
  })

  it('ignores an object that is not known as a token', () => {
    const transaction = transactionOf([transfer(ANNA, BEN)], [core(BEN)])
    expect(tokenChangesOf(transaction, EMPTY_TOKEN_LOOKUP)).toMatchObject({ ownerships: [], activities: [] })
    expect(tokenChangesOf(transaction, KNOWN).objectTransfers).toEqual([])
  })

  it('looks up the owner of a token that an old event burns', () => {
    const burn = eventOf('0x4::collection::BurnEvent', { index: '1', token: TOKEN }, parseAddress('0xc01'))
    const transaction = transactionOf([burn], [])
    expect([...tokensToLookUp(transaction)]).toEqual([TOKEN])
    expect(holdings(transaction, KNOWN)).toEqual([[ANNA, 0n]])
    expect(tokenChangesOf(transaction, KNOWN).tokenDatas).toMatchObject([{ tokenDataId: TOKEN, isDeletedV2: true }])
  })

  it('zeroes the owner from before the token moved and burnt', () => {
    const burn = eventOf('0x4::collection::BurnEvent', { index: '1', token: TOKEN }, parseAddress('0xc01'))
    expect(holdings(transactionOf([transfer(BEN, CARL), burn], []))).toEqual([[BEN, 0n]])
    expect(holdings(transactionOf([transfer(BEN, CARL), burn], []), KNOWN)).toEqual([[ANNA, 0n]])
  })

  it('knows no owner of a token that was minted and burnt in one transaction', () => {
    const [mint, burn] = ['Mint', 'Burn'].map((what) =>
      eventOf(`0x4::collection::${what}Event`, { index: '1', token: TOKEN }, parseAddress('0xc01')),
    ) as [ChainEvent, ChainEvent]
    expect(holdings(transactionOf([mint, transfer(ANNA, BEN), burn], []))).toEqual([['unknown', 0n]])
  })

  it('leaves a token without an owner whose object was deleted without an event, however it moved within the transaction', () => {
    const isGone = [{ tokenDataId: TOKEN, isDeletedV2: true, tokenName: 'x' }]
    const deleted = transactionOf([], [token()])
    expect([...tokensToLookUp(deleted)]).toEqual([TOKEN])
    expect(tokenChangesOf(deleted, KNOWN).tokenDatas).toMatchObject(isGone)
    expect(holdings(deleted, KNOWN)).toEqual([[ANNA, 0n]])
    const moved = transactionOf([transfer(BEN, CARL)], [token()])
    expect(holdings(moved, KNOWN).toSorted()).toEqual([
      [ANNA, 0n],
      [BEN, 0n],
      [CARL, 0n],
    ])
    expect(tokenChangesOf(moved, KNOWN).tokenDatas).toMatchObject(isGone)
    expect(holdings(deleted)).toEqual([])
  })

  it('believes a new burn event about the owner', () => {
    const burn = burntBy(BEN)
    expect(holdings(transactionOf([burn], []))).toEqual([[BEN, 0n]])
    // Whoever had it by what is stored has it no longer.
    expect(holdings(transactionOf([burn], []), KNOWN)).toEqual([
      [BEN, 0n],
      [ANNA, 0n],
    ])
  })

  it('leaves a token with nobody that was sent to the wallet that burnt it in the same transaction, whether its object stays', () => {
    const handed = [transfer(ANNA, BEN), transfer(BEN, CARL), burntBy(CARL)]
    for (const changes of [[], [core(CARL)]]) {
      for (const lookup of [EMPTY_TOKEN_LOOKUP, KNOWN]) {
        expect(holdings(transactionOf(handed, changes), lookup)).toEqual([
          [CARL, 0n],
          [ANNA, 0n],
        ])
      }
    }
    const byHandle = eventOf('0x4::collection::BurnEvent', { index: '1', token: TOKEN }, parseAddress('0xc01'))
    expect(holdings(transactionOf([transfer(ANNA, CARL), byHandle], [core(CARL)]), KNOWN)).toEqual([
      [CARL, 0n],
      [ANNA, 0n],
    ])
  })

  it('knows no other owner of a token that is minted, sent and burnt in one transaction than who burnt it', () => {
    const mint = eventOf('0x4::collection::Mint', { collection: '0xc01', index: { value: '1' }, token: TOKEN })
    expect(holdings(transactionOf([mint, transfer(ANNA, BEN), burntBy(BEN)], []))).toEqual([[BEN, 0n]])
  })

  it('does nothing for a transaction that failed', () => {
    const transaction = { ...transactionOf([transfer(ANNA, BEN)], [token(), core(BEN)]), success: false }
    expect(tokenChangesOf(transaction, KNOWN).ownerships).toEqual([])
    expect(tokensToLookUp(transaction).size).toBe(0)
  })

  it('reads a limited collection with its royalty', () => {
    const at = parseAddress('0xc01')
    const changes = tokenChangesOf(
      transactionOf(
        [],
        [
          write(at, '0x4::collection::Collection', { creator: '0xa', name: 'Pools', description: '', uri: 'ipfs://x' }),
          write(at, '0x4::collection::FixedSupply', { current_supply: '3', max_supply: '10', total_minted: '4' }),
          write(at, '0x4::royalty::Royalty', { numerator: '5', denominator: '100', payee_address: '0xa' }),
          write(at, '0x4::aptos_token::AptosCollection', { mutable_description: true, mutable_uri: false }),
        ],
      ),
      EMPTY_TOKEN_LOOKUP,
    )
    expect(changes.collections).toMatchObject([
      {
        collectionId: at,
        creatorAddress: ANNA,
        currentSupply: 3n,
        maxSupply: 10n,
        totalMintedV2: 4n,
        mutableDescription: true,
        mutableUri: false,
      },
    ])
    expect(changes.royalties).toEqual([{ objectAddress: at, payeeAddress: ANNA, numerator: 5n, denominator: 100n }])
  })

  it('says which stores of v1 tokens take what is sent to them, where they say it', () => {
    const store = (address: Address, data: Json) => write(address, '0x3::token::TokenStore', data)
    const tokens = { handle: '0x1' }
    const changes = [
      store(ANNA, { tokens, direct_transfer: false }),
      store(BEN, { tokens, direct_transfer: true }),
      store(CARL, { tokens }),
    ]
    expect(tokenChangesOf(transactionOf([], changes), EMPTY_TOKEN_LOOKUP).tokenStores).toEqual([
      { owner: ANNA, acceptsTransfers: false },
      { owner: BEN, acceptsTransfers: true },
    ])
  })

  it('names the field that a framework resource lacks', () => {
    const broken = transactionOf([], [write(TOKEN, '0x4::token::Token', { name: 'x' }), core(ANNA)])
    expect(() => tokenChangesOf(broken, EMPTY_TOKEN_LOOKUP)).toThrowError(
      expect.objectContaining({ code: 'decode-failed', origin: 'chain', path: 'collection.inner' }),
    )
  })
})

function holdings(transaction: ChainTransaction, lookup = EMPTY_TOKEN_LOOKUP) {
  return tokenChangesOf(transaction, lookup).ownerships.map(({ ownerAddress, amount }) => [ownerAddress, amount])
}

function burntBy(previous_owner: Address): ChainEvent {
  return eventOf('0x4::collection::Burn', { collection: '0xc01', token: TOKEN, previous_owner })
}

function token(): ChainChange {
  return write(TOKEN, '0x4::token::Token', { collection: { inner: '0xc01' }, name: 'x', description: '', uri: '' })
}

function core(owner: Address): ChainChange {
  return write(TOKEN, '0x1::object::ObjectCore', { owner, allow_ungated_transfer: true })
}

function write(address: Address, type: string, data: Json): ChainChange {
  return { index: 0, kind: 'write-resource', address, type, data }
}

function transfer(from: Address, to: Address): ChainEvent {
  return eventOf('0x1::object::TransferEvent', { from, to, object: TOKEN }, TOKEN)
}

function eventOf(type: string, data: Json, accountAddress = ZERO_ADDRESS): ChainEvent {
  return { index: 0, type, accountAddress, creationNumber: 0n, sequenceNumber: 0n, data }
}

function transactionOf(events: readonly ChainEvent[], changes: readonly ChainChange[]): ChainTransaction {
  return madeUp({ events, changes, rest: { version: 1n, timestampMicros: 0n, sender: ANNA, entryFunction: null } })
}
