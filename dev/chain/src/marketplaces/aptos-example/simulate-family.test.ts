import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { describe, expect, it } from 'vitest'
import { BUYER, COLLECTION, SELLER, TradeFixture } from '../testing/trade-fixture.ts'

const PRICE = 100_000_000n
const SOON = 1_700_000_100n

describe('the contract rejects', () => {
  it('a purchase of a listing that is already sold', () => {
    const { fixture, listing } = listed()
    fixture.trade(BUYER, { kind: 'buy', listing })
    expect(() => fixture.trade(BUYER, { kind: 'buy', listing })).toThrowError(abort('EOBJECT_DOES_NOT_EXIST', 0x60002n))
  })

  it('a delisting by another wallet than the seller', () => {
    const { fixture, listing } = listed()
    expect(() => fixture.trade(BUYER, { kind: 'delist', listing })).toThrowError(abort('ENOT_SELLER', 0x50006n))
  })

  it('a new price by another wallet than the seller', () => {
    const { fixture, listing } = listed()
    const intent = { kind: 'update-price', listing, priceOctas: 1n } as const
    expect(() => fixture.trade(BUYER, intent)).toThrowError(abort('ENOT_SELLER', 0x50006n))
  })

  it('listing a token that someone else owns', () => {
    const { fixture, token } = opened()
    expect(() => fixture.trade(BUYER, { kind: 'list', token, priceOctas: PRICE })).toThrowError(
      abort('ENOT_OBJECT_OWNER', 0x50004n),
    )
  })

  it('a purchase that the wallet cannot pay, leaving everything as it was', () => {
    const { fixture, listing, token } = listed()
    fixture.chain.fund(BUYER, PRICE - 1n)
    expect(() => fixture.trade(BUYER, { kind: 'buy', listing })).toThrowError(abort('EINSUFFICIENT_BALANCE', 0x10006n))
    expect(fixture.ownerOf(token)).toBe(listing.listingId)
    expect(fixture.balanceOf(BUYER)).toBe(PRICE - 1n)
  })

  it('a sale into a token offer that has expired, which can still be cancelled', () => {
    const { fixture, token } = opened()
    const [placed] = fixture.trade(BUYER, {
      kind: 'place-token-offer',
      token,
      priceOctas: PRICE,
      expiresAtSeconds: SOON,
    })
    const offer = { offerId: orderId(placed), buyer: BUYER, priceOctas: PRICE }
    fixture.chain.nowSeconds = SOON
    expect(() => fixture.trade(SELLER, { kind: 'accept-token-offer', offer, token })).toThrowError(
      abort('EEXPIRED', 0x30006n),
    )
    const [cancelled] = fixture.trade(BUYER, { kind: 'cancel-token-offer', offer, token })
    expect(cancelled).toMatchObject({ kind: 'token-offer-cancelled', offerId: offer.offerId })
  })

  it('a token of another collection for a collection offer', () => {
    const { fixture, token } = opened()
    const collection = { standard: 'v2', collectionId: COLLECTION } as const
    const terms = { collection, priceOctas: PRICE, amount: 1n, expiresAtSeconds: SOON }
    const [placed] = fixture.trade(BUYER, { kind: 'place-collection-offer', ...terms })
    const elsewhere = { collection: { inner: '0xdead' }, name: 'Stray' }
    fixture.chain.peek().putResource(token.tokenDataId, '0x4::token::Token', elsewhere)
    const offer = { offerId: orderId(placed), buyer: BUYER, priceOctas: PRICE }
    expect(() => fixture.trade(SELLER, { kind: 'accept-collection-offer', offer, token })).toThrowError(
      abort('EINCORRECT_COLLECTION', 0x10005n),
    )
  })

  it('a collection offer for no items at all', () => {
    const { fixture } = opened()
    const collection = { standard: 'v2', collectionId: COLLECTION } as const
    const terms = { collection, priceOctas: PRICE, amount: 0n, expiresAtSeconds: SOON }
    expect(() => fixture.trade(BUYER, { kind: 'place-collection-offer', ...terms })).toThrowError(
      abort('EINCORRECT_TERMS', 0x10007n),
    )
  })

  it('a listing for nothing, and repricing to nothing', () => {
    const { fixture, listing, token } = listed()
    const other = fixture.tokens.find(({ tokenDataId }) => tokenDataId !== token.tokenDataId) as TokenRef
    const zero = abort('EPRICE_IS_ZERO', 0x10008n)
    expect(() => fixture.trade(SELLER, { kind: 'list', token: other, priceOctas: 0n })).toThrowError(zero)
    expect(() => fixture.trade(SELLER, { kind: 'update-price', listing, priceOctas: 0n })).toThrowError(zero)
    expect(fixture.ownerOf(other)).toBe(SELLER)
  })

  it('an offer of nothing', () => {
    const { fixture, token } = opened()
    const collection = { standard: 'v2', collectionId: COLLECTION } as const
    const terms = { priceOctas: 0n, expiresAtSeconds: SOON }
    const refused = abort('EINCORRECT_TERMS', 0x10007n)
    expect(() => fixture.trade(BUYER, { kind: 'place-token-offer', token, ...terms })).toThrowError(refused)
    expect(() =>
      fixture.trade(BUYER, { kind: 'place-collection-offer', collection, amount: 1n, ...terms }),
    ).toThrowError(refused)
  })

  it('cancelling an offer that is not ours', () => {
    const { fixture, token } = opened()
    const [placed] = fixture.trade(BUYER, {
      kind: 'place-token-offer',
      token,
      priceOctas: PRICE,
      expiresAtSeconds: SOON,
    })
    const offer = { offerId: orderId(placed), buyer: BUYER, priceOctas: PRICE }
    expect(() => fixture.trade(SELLER, { kind: 'cancel-token-offer', offer, token })).toThrowError(
      abort('ENOT_OWNER', 0x50004n),
    )
  })

  it('a batch with more prices than tokens, listing none of them', () => {
    const { fixture, token } = opened()
    const build = opalAdapter.payload['list-many']
    const payload = build?.(fixture.contracts, [{ token, priceOctas: 1n }])
    if (payload === undefined) throw new TypeError('The native marketplace lists many.')
    const [tokens, schedule] = payload.functionArguments
    const broken = { ...payload, functionArguments: [tokens ?? [], schedule ?? '', ['1', '2']] }
    expect(() => fixture.send(SELLER, broken)).toThrowError(abort('EUNEQUAL_LENGTHS', 0x10007n))
    expect(fixture.ownerOf(token)).toBe(SELLER)
  })
})

describe('views of an open listing', () => {
  it('return price, seller and token', () => {
    const { fixture, listing, token } = listed()
    const ask = (name: string, types: readonly string[] = []) =>
      fixture.chain.view(`${fixture.contracts.packageAddress}::${name}`, types, [listing.listingId])
    expect(ask('coin_listing::price', ['0x1::aptos_coin::AptosCoin'])).toEqual([{ vec: [String(PRICE)] }])
    expect(ask('listing::seller')).toEqual(['0x5e'])
    expect(ask('listing::listed_object')).toEqual([{ inner: `0x${token.tokenDataId.slice(2).replace(/^0+/, '')}` }])
  })
})

describe('payments', () => {
  it('are made even when they are zero, as on mainnet: fee, royalty and rest of an offer', () => {
    const fixture = new TradeFixture(opalAdapter, 1, null)
    const [token] = fixture.tokens
    if (token === undefined) throw new TypeError('The fixture has no token.')
    const contracts = fixture.contracts
    const offering = opalAdapter.payload['place-token-offer']
    const accepting = opalAdapter.payload['accept-token-offer']
    if (offering === undefined || accepting === undefined) throw new TypeError('The native marketplace has offers.')
    const terms = { token, priceOctas: PRICE, expiresAtSeconds: SOON }
    const placed = fixture.chain.execute(BUYER, offering(contracts, { kind: 'place-token-offer', ...terms }))
    expect(depositsOf(placed)).toEqual([[contracts.packageAddress, '0']])

    const offer = { offerId: orderId(fixture.decode(placed)[0]), buyer: BUYER, priceOctas: PRICE }
    const filled = fixture.chain.execute(SELLER, accepting(contracts, { kind: 'accept-token-offer', offer, token }))
    expect(depositsOf(filled)).toEqual([
      [SELLER, '0'],
      [contracts.packageAddress, '1500000'],
      [SELLER, '98500000'],
      [BUYER, '0'],
    ])
  })
})

describe('views of an open offer', () => {
  it('return token, price, remaining amount and expiration', () => {
    const { fixture } = opened()
    const collection = { standard: 'v2', collectionId: COLLECTION } as const
    const terms = { collection, priceOctas: PRICE, amount: 3n, expiresAtSeconds: SOON }
    const [placed] = fixture.trade(BUYER, { kind: 'place-collection-offer', ...terms })
    const ask = (name: string) =>
      fixture.chain.view(`${fixture.contracts.packageAddress}::collection_offer::${name}`, [], [orderId(placed)])
    expect(ask('price')).toEqual([PRICE])
    expect(ask('remaining')).toEqual([3n])
    expect(ask('expiration_time')).toEqual([SOON])
    expect(ask('expired')).toEqual([false])
    expect(ask('exists_at')).toEqual([true])
    expect(ask('collectionv2')).toEqual([{ vec: [{ inner: '0xc01' }] }])
    fixture.chain.nowSeconds = SOON + 1n
    expect(ask('expired')).toEqual([true])
  })

  it('return the collection of the token', () => {
    const { fixture, token } = opened()
    const [placed] = fixture.trade(BUYER, {
      kind: 'place-token-offer',
      token,
      priceOctas: PRICE,
      expiresAtSeconds: SOON,
    })
    const ask = (name: string) =>
      fixture.chain.view(`${fixture.contracts.packageAddress}::token_offer::${name}`, [], [orderId(placed)])
    expect(ask('price')).toEqual([PRICE])
    expect(ask('collectionv2')).toEqual([{ vec: [{ inner: '0xc01' }] }])
  })
})

describe('batches', () => {
  it('emit one event per item', () => {
    const { fixture } = opened()
    const items = fixture.tokens.map((token, position) => ({ token, priceOctas: BigInt(position + 1) }))
    const payload = opalAdapter.payload['list-many']?.(fixture.contracts, items)
    const placed = payload === undefined ? [] : fixture.send(SELLER, payload)
    expect(placed.map(({ kind, priceOctas }) => [kind, priceOctas])).toEqual(
      items.map(({ priceOctas }) => ['listing-placed', priceOctas]),
    )
    const listings = placed.map((event, at) => ({
      listingId: orderId(event),
      token: items[at]?.token as TokenRef,
      seller: SELLER,
      priceOctas: event.priceOctas,
    }))
    const buyAll = opalAdapter.payload['buy-many']?.(fixture.contracts, listings)
    const filled = buyAll === undefined ? [] : fixture.send(BUYER, buyAll)
    expect(filled.map(({ kind }) => kind)).toEqual(items.map(() => 'listing-filled'))
  })
})

function depositsOf({ events }: ChainTransaction) {
  return events
    .filter(({ type }) => type === '0x1::coin::DepositEvent')
    .map(({ accountAddress, data }) => [accountAddress, (data as { amount: string }).amount])
}

function opened() {
  const fixture = new TradeFixture(opalAdapter, 3, { numerator: 5n, denominator: 100n })
  const [token] = fixture.tokens
  if (token === undefined) throw new TypeError('The fixture has no token.')
  return { fixture, token }
}

function listed() {
  const { fixture, token } = opened()
  const [placed] = fixture.trade(SELLER, { kind: 'list', token, priceOctas: PRICE })
  return { fixture, token, listing: { listingId: orderId(placed), token, seller: SELLER, priceOctas: PRICE } }
}

function orderId(event: object | undefined) {
  const { listingId, offerId } = event as { listingId?: `0x${string}`; offerId?: `0x${string}` }
  return (listingId ?? offerId) as Address
}

function abort(reason: string, abortCode: bigint) {
  return expect.objectContaining({ name: 'MoveAbort', reason, abortCode })
}
