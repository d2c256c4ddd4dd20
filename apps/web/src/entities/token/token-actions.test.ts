import type { MarketplaceInfo } from '@opal/contract/network'
import { describe, expect, it } from 'vitest'
import { type ActionableToken, isRare, rowActions, type TokenAction, tokenActions } from './token-actions.ts'

const you = `0x${'a'.repeat(64)}`
const other = `0x${'b'.repeat(64)}`
const wallet = (walletAddress: string) => ({ walletAddress, aptosName: null, isWalletAddress: true })

const EVERYTHING = [
  'buy',
  'list',
  'delist',
  'update-price',
  'place-token-offer',
  'place-collection-offer',
  'accept-token-offer',
  'accept-collection-offer',
]
function marketplace(id: string, status: MarketplaceInfo['status'], abilities = EVERYTHING): MarketplaceInfo {
  const rest = { bidsExpire: true, feeBps: 0, commissionBps: 0, packageAddress: null }
  return { id, displayName: id, isNative: id === 'own', status, abilities, ...rest }
}
const marketplaces = [
  marketplace('own', 'active'),
  marketplace('foreign', 'active'),
  marketplace('fixed-price', 'active', ['buy', 'list', 'delist']),
  marketplace('closing', 'cancel-only'),
  marketplace('past', 'history'),
]

const VIEWERS = { visitor: null, stranger: other, owner: you } as const
type Place = 'unlisted' | 'own' | 'foreign' | 'fixed-price' | 'closing' | 'past' | 'elsewhere'

function tokenWith(place: Place, rare: boolean, burned = false): ActionableToken {
  return {
    owner: burned ? null : wallet(you),
    listing: place === 'unlisted' ? null : { marketplace: place, validity: 'valid' },
    rarity: rare ? 10 : 11,
    supply: 100,
  }
}

/** Reference model: the rules as one table by viewer, state of the listing and rarity. */
function expected(viewer: keyof typeof VIEWERS, place: Place, rare: boolean): readonly TokenAction[] {
  if (viewer !== 'owner') {
    const bids: TokenAction[] = rare ? ['token-bid', 'bid-above-floor'] : ['token-bid']
    const canBuy = place === 'own' || place === 'foreign' || place === 'fixed-price'
    return canBuy ? ['buy', ...bids] : bids
  }
  const sellers: Record<Exclude<Place, 'unlisted'>, readonly TokenAction[]> = {
    own: ['update-price', 'delist'],
    foreign: ['update-price', 'relist', 'delist'],
    'fixed-price': ['relist', 'delist'],
    closing: ['relist', 'delist'],
    past: [],
    elsewhere: [],
  }
  return place === 'unlisted' ? ['list', 'transfer'] : sellers[place]
}

const PLACES: readonly Place[] = ['unlisted', 'own', 'foreign', 'fixed-price', 'closing', 'past', 'elsewhere']
const CASES = (['visitor', 'stranger', 'owner'] as const).flatMap((viewer) =>
  PLACES.flatMap((place) => [true, false].map((rare) => ({ viewer, place, rare }))),
)

// @feature token.buy-now, token.place-bid, table.buy-hidden
describe('tokenActions', () => {
  // @feature trade.actions-by-viewer, buy.not-own, buy.not-closed-marketplace, bid.not-own
  it.each(CASES)('$viewer, $place, rare $rare', ({ viewer, place, rare }) => {
    const actions = tokenActions(tokenWith(place, rare), VIEWERS[viewer], marketplaces)
    expect(actions).toEqual(expected(viewer, place, rare))
  })

  it.each(CASES)('of a row, $viewer, $place, rare $rare', ({ viewer, place, rare }) => {
    const { listing, owner, rarity } = tokenWith(place, rare)
    const listed = { marketplace: listing?.marketplace ?? null, listedPrice: listing === null ? null : '100' }
    const actions = rowActions({ owner, rarity, ...listed }, VIEWERS[viewer], marketplaces)
    // A row does not know the supply.
    expect(actions).toEqual(expected(viewer, place, false))
  })

  // @feature token.own-listing, list.reprice-frozen
  it.each([
    ['valid', ['update-price', 'delist']],
    ['reserved', ['update-price', 'delist']],
    ['expired', ['update-price', 'delist']],
    ['token-frozen', ['update-price', 'delist']],
    ['marketplace-closed', ['delist']],
  ] as const)(
    'offers the seller of a listing that is %s to end it, and to edit it where that helps',
    (validity, wanted) => {
      const token = { ...tokenWith('own', false), listing: { marketplace: 'own', validity } }
      const own = [marketplace('own', 'active', [...EVERYTHING, 'update-terms'])]
      expect(tokenActions(token, you, own)).toEqual(wanted)
    },
  )

  it.each(CASES)('offers nothing for a burned token: $viewer, $place, rare $rare', ({ viewer, place, rare }) => {
    expect(tokenActions(tokenWith(place, rare, true), VIEWERS[viewer], marketplaces)).toEqual([])
  })

  it('offers nothing that no marketplace supports', () => {
    expect(tokenActions(tokenWith('unlisted', true), other, [marketplace('own', 'history')])).toEqual([])
    expect(tokenActions(tokenWith('unlisted', true), you, [])).toEqual(['transfer'])
  })

  // @feature bid.above-floor
  it('counts the top tenth of the supply as rare', () => {
    expect(isRare({ rarity: 10, supply: 100 })).toBe(true)
    expect(isRare({ rarity: 11, supply: 100 })).toBe(false)
    expect(isRare({ rarity: null, supply: 100 })).toBe(false)
    expect(isRare({ rarity: 1, supply: null })).toBe(false)
  })
})
