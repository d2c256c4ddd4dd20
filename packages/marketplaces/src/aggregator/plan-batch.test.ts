import { parseAddress } from '@opal/domain/address'
import { NotOfferedError } from '@opal/domain/errors'
import type { BatchIntent, MarketplaceListing } from '@opal/domain/intent'
import type { ScriptPayload } from '@opal/domain/payload'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { MARKETPLACES, nativeMarketplace } from '../registry.ts'
import { readGuardScript } from '../testing/read-guard-script.ts'
import type { ScriptedCall } from './compose-script.ts'
import { aggregatorOn } from './contracts.ts'
import { planBatch } from './plan-batch.ts'
import { DELIST_ONE_AT_A_TIME } from './single-calls.ts'
import type { TradingPlace } from './trading-place.ts'

const place: TradingPlace = {
  marketplaces: contractsOf('local'),
  aggregator: aggregatorOn('local'),
  canCompose: true,
}
const scripts = { ...place, aggregator: null }
const singles = { ...scripts, canCompose: false }
const seller = parseAddress('0x5e')
const native = nativeMarketplace.id
/** Open marketplaces of others that the aggregator reaches. */
const others = place.marketplaces
  .filter(({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active' && adapter.aggregatorSupport)
  .map(({ adapter }) => adapter.id)
const closed = place.marketplaces.find(({ contracts }) => contracts.status === 'cancel-only')?.adapter.id ?? ''
const [other = '', another = ''] = others

const v2 = (at: number): TokenRef => ({ standard: 'v2', tokenDataId: parseAddress(`0x70${at}`) })
const v1 = (at: number, collectionName = 'Old'): TokenRef => ({
  standard: 'v1',
  tokenDataId: parseAddress(`0x10${at}`),
  creatorAddress: parseAddress('0xc0'),
  collectionName,
  tokenName: `Old #${at}`,
  propertyVersion: 0n,
})
const listed = (marketplace: string, token: TokenRef, at = 1): MarketplaceListing => ({
  listingId: parseAddress(`0x1157${at}`),
  token,
  seller,
  priceOctas: 1_000n + BigInt(at),
  marketplace,
})
const buying = (...listings: readonly MarketplaceListing[]): BatchIntent => ({
  kind: 'purchase-many',
  listings,
  isBestEffort: false,
  maxOctas: null,
})
const trying = (...listings: readonly MarketplaceListing[]): BatchIntent => ({
  kind: 'purchase-many',
  listings,
  isBestEffort: true,
  maxOctas: null,
})
/** Step by step: which items, and how. */
const outline = (intent: BatchIntent, at: TradingPlace) =>
  planBatch(intent, at).map((step) => [
    step.items,
    step.kind === 'script' ? step.calls.map(nameOf) : nameOf(step.payload),
  ])
const nameOf = (payload: ScriptedCall | ScriptPayload) =>
  'bytes' in payload
    ? (readGuardScript(payload)?.script.name ?? 'script')
    : payload.function.split('::').slice(1).join('::')

describe('a batch of purchases', () => {
  it('is nothing when there is nothing to buy, and the single call when there is one thing', () => {
    expect(planBatch(buying(), place)).toEqual([])
    expect(outline(buying(listed(native, v2(1))), place)).toEqual([[[0], 'coin_listing::purchase']])
    expect(outline(trying(listed(native, v2(1))), place)).toEqual([[[0], 'coin_listing::purchase']])
  })

  it("is the marketplace's own call when all is its own", () => {
    const intent = buying(listed(native, v2(1), 1), listed(native, v2(2), 2))
    expect(outline(intent, place)).toEqual([[[0, 1], 'marketplace_scripts::purchase_many']])
  })

  it("is the aggregator's call across marketplaces, by listing or by the token's names, with the most that is paid for each", () => {
    const intent = buying(listed(native, v1(1), 1), listed(other, v1(2), 2), listed(another, v2(3), 3))
    const [step, ...more] = planBatch(intent, place)
    expect(more).toEqual([])
    expect(step).toMatchObject({ kind: 'call', items: [0, 1, 2] })
    expect(step?.kind === 'call' && step.payload).toEqual({
      function: `${place.aggregator}::aggregator::purchase_many`,
      typeArguments: ['0x1::aptos_coin::AptosCoin'],
      functionArguments: [
        [parseAddress('0x11571'), '0x0', parseAddress('0x11573')],
        [native, other, another],
        parseAddress('0xc0'),
        'Old',
        ['Old #1', 'Old #2', ''],
        ['0', '0', '0'],
        ['1001', '1002', '1003'],
        '1',
      ],
    })
  })

  it('is a script where there is no aggregator, or it cannot take them together', () => {
    const intent = buying(listed(native, v2(1), 1), listed(other, v2(2), 2))
    expect(planBatch(intent, scripts)).toMatchObject([{ kind: 'script', items: [0, 1], calls: [{}, {}] }])
    const twoCollections = buying(listed(native, v1(1), 1), listed(other, v1(2, 'Older'), 2))
    expect(planBatch(twoCollections, place)).toMatchObject([{ kind: 'script', items: [0, 1] }])
  })

  it('is one by one where nothing else is left', () => {
    const intent = buying(listed(native, v2(1), 1), listed(other, v2(2), 2))
    expect(planBatch(intent, singles)).toMatchObject([
      { kind: 'call', items: [0] },
      { kind: 'call', items: [1] },
    ])
  })

  it('with best effort is tried by the aggregator, even at one marketplace, and never all or nothing', () => {
    const intent = trying(listed(native, v2(1), 1), listed(native, v2(2), 2))
    expect(outline(intent, place)).toEqual([[[0, 1], 'aggregator::try_purchase_many']])
    expect(planBatch(intent, scripts)).toMatchObject([
      { kind: 'call', items: [0] },
      { kind: 'call', items: [1] },
    ])
    const unseen = trying(listed(native, v1(1), 1), listed(other, v1(2), 2))
    expect(planBatch(unseen, place)).toHaveLength(2)
  })

  it('is refused when one of them cannot be bought at all', () => {
    expect(() => planBatch(buying(listed(native, v2(1)), listed(closed, v1(2))), place)).toThrow(/does not offer/)
    expect(() => planBatch(buying(listed(native, v2(1)), listed('bazaar', v2(2))), place)).toThrow(/does not offer/)
  })
})

describe('a batch of listings moved to ours', () => {
  const move = (...listings: readonly MarketplaceListing[]): BatchIntent => ({
    kind: 'delist-and-list-many',
    items: listings.map((listing) => ({ listing, priceOctas: 5_000n })),
  })
  const movable = (standard: 'v1' | 'v2') =>
    others.filter((id) =>
      MARKETPLACES.some((adapter) => adapter.id === id && adapter.aggregatorSupport?.delists.includes(standard)),
    )

  it("is the aggregator's call where it can take them back, also from marketplaces that only let people out", () => {
    const [from = ''] = movable('v2')
    expect(outline(move(listed(from, v2(1), 1), listed(native, v2(2), 2)), place)).toEqual([
      [[0, 1], 'aggregator::delist_and_list_many'],
    ])
    expect(outline(move(listed(closed, v1(1), 1)), place)).toEqual([[[0], 'aggregator::delist_and_list_many']])
  })

  it('is a script of ending and placing where it cannot', () => {
    const stuck = others.find((id) => !movable('v2').includes(id)) ?? ''
    const [step] = planBatch(move(listed(stuck, v2(1))), place)
    expect(step).toMatchObject({ kind: 'script', items: [0] })
    expect(step?.kind === 'script' && step.calls.map(nameOf)).toEqual([
      'coin_listing::end_fixed_price',
      'coin_listing::init_fixed_price',
    ])
  })

  it('is held to what sales have to bring, by whichever way', () => {
    const [from = ''] = movable('v2')
    const items = [v2(1), v2(2)].map((token, at) => {
      return { listing: listed(from, token, at), priceOctas: 5_000n, proceedsOctas: 4_700n + BigInt(at) }
    })
    const held: BatchIntent = { kind: 'delist-and-list-many', items }
    const [whole] = planBatch(held, place)
    expect(outline(held, place)).toEqual([[[0, 1], 'aggregator::delist_and_list_many_for_at_least']])
    expect(
      whole?.kind === 'call' && 'functionArguments' in whole.payload && whole.payload.functionArguments.at(-1),
    ).toEqual(['4700', '4701'])
    const listings = planBatch(held, scripts).flatMap((step) => (step.kind === 'script' ? step.calls : []))
    const placed = listings.filter((call) => nameOf(call).includes('init_'))
    expect(placed.map((call) => [nameOf(call), call.functionArguments.at(-1)])).toEqual([
      ['coin_listing::init_with_terms_many_for_at_least', ['4700']],
      ['coin_listing::init_with_terms_many_for_at_least', ['4701']],
    ])
  })

  it('is two transactions for each item where nothing else is left', () => {
    expect(planBatch(move(listed(other, v2(1))), singles)).toMatchObject([
      { kind: 'call', items: [0] },
      { kind: 'call', items: [0] },
    ])
  })
})

describe('other batches', () => {
  const offer = (marketplace: string, offerId: string) => ({
    offerId,
    buyer: parseAddress('0xb0'),
    priceOctas: 7n,
    marketplace,
  })
  const selling = (...sales: readonly (readonly [string, string, TokenRef])[]): BatchIntent => ({
    kind: 'instant-sell',
    seller,
    sales: sales.map(([marketplace, offerId, token]) => ({ offer: offer(marketplace, offerId), token })),
    leastOctas: null,
  })
  const biddable =
    others.find((id) =>
      MARKETPLACES.some((adapter) => adapter.id === id && adapter.aggregatorSupport?.sellsIntoCollectionOffers),
    ) ?? ''

  it('sell tokens into offers by the aggregator, unless an offer is a number', () => {
    const objects = selling([native, '0xb1', v2(1)], [biddable, '0xb2', v2(2)])
    expect(outline(objects, place)).toEqual([[[0, 1], 'aggregator::instant_sell']])
    const number = selling([native, '0xb1', v1(1)], [biddable, '42', v1(2)])
    expect(planBatch(number, place)).toMatchObject([{ kind: 'script', items: [0, 1] }])
  })

  it('sell into offers on one token by a script, for the aggregator takes none', () => {
    const [one, two] = [native, native].map((marketplace, at) => ({
      offer: offer(marketplace, `0xb${at}`),
      token: v2(at),
      isTokenOffer: at === 1,
    }))
    if (one === undefined || two === undefined) throw new Error('two sales were made')
    const calls = ['collection_offer::sell_tokenv2', 'token_offer::sell_tokenv2']
    expect(outline({ kind: 'instant-sell', seller, sales: [one, two], leastOctas: null }, place)).toEqual([
      [[0, 1], calls],
    ])
    expect(outline({ kind: 'instant-sell', seller, sales: [two], leastOctas: null }, place)).toEqual([[[0], calls[1]]])
  })

  it("list by a marketplace's own call, across marketplaces by a script", () => {
    const item = (marketplace: string, at: number) => ({ marketplace, token: v2(at), priceOctas: 9n })
    expect(outline({ kind: 'list-many', items: [item(native, 1), item(native, 2)] }, place)).toEqual([
      [[0, 1], 'marketplace_scripts::init_fixed_price_many'],
    ])
    const [step] = planBatch({ kind: 'list-many', items: [item(native, 1), item(other, 2)] }, place)
    expect(step).toMatchObject({ kind: 'script', items: [0, 1] })
  })

  it('list across marketplaces also where there is none of ours', () => {
    const withoutOurs = { ...scripts, marketplaces: scripts.marketplaces.filter(({ adapter }) => !adapter.isNative) }
    const items = [other, another].map((marketplace, at) => ({ marketplace, token: v2(at), priceOctas: 9n }))
    expect(planBatch({ kind: 'list-many', items }, withoutOurs)).toMatchObject([{ kind: 'script', items: [0, 1] }])
  })

  it('list and reprice by one call, or by a script where what the new listings bring is held', () => {
    const items = (held: object) => [
      { marketplace: native, token: v2(1), priceOctas: 9n, ...held },
      { listing: listed(native, v2(2), 2), priceOctas: 9n },
    ]
    expect(outline({ kind: 'list-and-update-many', items: items({}) }, place)).toEqual([
      [[0, 1], 'marketplace_scripts::list_and_update_fixed_price_many'],
    ])
    expect(outline({ kind: 'list-and-update-many', items: items({ proceedsOctas: 8n }) }, place)).toEqual([
      [
        [0, 1],
        ['coin_listing::init_with_terms_many_for_at_least', 'marketplace_scripts::update_fixed_price_many'],
      ],
    ])
  })

  it('replace the terms of listings of both standards in one call, at ours only', () => {
    const terms = { fall: null, expiresAtSeconds: 7n, reservedFor: null, leastOctas: 0n }
    const changed = (...listings: readonly MarketplaceListing[]) => ({
      kind: 'update-price-many' as const,
      items: listings.map((listing) => ({ listing, priceOctas: 9n })),
      terms,
    })
    const [ours, old, theirs] = [listed(native, v2(1), 1), listed(native, v1(2), 2), listed(other, v2(3), 3)]
    expect(outline(changed(ours, old), place)).toEqual([[[0, 1], 'coin_listing::update_terms_many']])
    expect(outline(changed(ours), place)).toEqual([[[0], 'coin_listing::update_terms_many']])
    expect(() => planBatch(changed(ours, theirs), place)).toThrow(NotOfferedError)
  })

  it('delist many at ours only, as the product has it', () => {
    const listings = [listed(native, v2(1), 1), listed(native, v2(2), 2)]
    expect(outline({ kind: 'delist-many', listings }, place)).toEqual([
      [[0, 1], 'marketplace_scripts::end_fixed_price_many'],
    ])
    const elsewhere = [...listings, listed(other, v2(3), 3)]
    const refused = new NotOfferedError(other, 'delist-many', DELIST_ONE_AT_A_TIME)
    expect(() => planBatch({ kind: 'delist-many', listings: elsewhere }, place)).toThrow(
      expect.objectContaining({ message: DELIST_ONE_AT_A_TIME, details: refused.details }),
    )
    expect(planBatch({ kind: 'delist-many', listings: [listed(other, v2(3))] }, place)).toHaveLength(1)
  })
})
