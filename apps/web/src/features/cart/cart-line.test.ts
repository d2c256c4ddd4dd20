import type { MarketplaceInfo } from '@opal/contract/network'
import type { TokenDetail } from '@opal/contract/tokens'
import { describe, expect, it } from 'vitest'
import { cartLine } from './cart-line.ts'

const seller = `0x${'5'.repeat(64)}`
const stored = {
  tokenDataId: `0x${'1'.repeat(64)}`,
  name: 'Stone #1',
  image: null,
  collectionId: `0x${'2'.repeat(64)}`,
  collectionName: 'Stones',
  marketplace: 'own',
  listingId: 'a',
  listedPrice: '100',
}
const marketplace = (id: string, status: MarketplaceInfo['status']): MarketplaceInfo => ({
  id,
  displayName: id,
  isNative: id === 'own',
  status,
  abilities: ['buy'],
  bidsExpire: true,
  feeBps: 150,
  commissionBps: 150,
  packageAddress: null,
})
const marketplaces = [marketplace('own', 'active'), marketplace('closing', 'cancel-only')]
const listing = (changes: object) => ({
  marketplace: 'own',
  listingId: 'a',
  seller,
  price: '100',
  validity: 'valid',
  ...changes,
})
const now = (...listings: object[]) => ({ ...stored, listings }) as unknown as TokenDetail

// @feature buy.cart, buy.gone
describe('a line of the cart', () => {
  it('is unchanged while the token loads', () => {
    expect(cartLine(stored, undefined, null, marketplaces)).toEqual({ token: stored, reason: null, priceBefore: null })
  })

  // @feature image.fallback
  it.each([
    ['ipfs://own', 'ipfs://cover', 'ipfs://own'],
    [null, 'ipfs://cover', 'ipfs://cover'],
    [null, null, null],
  ])('shows the image %s, or else that of the collection', (image, collectionImage, shown) => {
    const token = { ...now(listing({})), image, collectionImage }
    expect(cartLine(stored, token, null, marketplaces).token.image).toBe(shown)
  })

  it('takes the cheapest listing that can be bought now, and returns the previous price', () => {
    const line = cartLine(
      stored,
      now(listing({ price: '150' }), listing({ listingId: 'b', price: '90' })),
      null,
      marketplaces,
    )
    expect(line).toMatchObject({ token: { listingId: 'b', listedPrice: '90' }, reason: null, priceBefore: '100' })
  })

  it.each([
    ['it is no longer listed', now()],
    ['it is gone', null],
    ['its only listing is on a marketplace that is closing', now(listing({ marketplace: 'closing' }))],
    ['its seller no longer has it', now(listing({ validity: 'seller-lost-token' }))],
  ])('is marked as sold when %s', (_words, token) => {
    expect(cartLine(stored, token, null, marketplaces).reason).toBe('Token is already sold or delisted')
  })

  it('takes the cheapest listing of the edition that was chosen, and of any where none was', () => {
    const open = now(
      listing({ price: '90', propertyVersion: '0' }),
      listing({ listingId: 'b', price: '150', propertyVersion: '3' }),
    )
    const lineOf = (listedPropertyVersion?: string) => {
      const { token, reason } = cartLine({ ...stored, listedPropertyVersion }, open, null, marketplaces)
      return [reason === null ? token.listingId : reason, token.listedPropertyVersion]
    }
    expect(lineOf()).toEqual(['a', '0'])
    expect(lineOf('3')).toEqual(['b', '3'])
    expect(lineOf('7')).toEqual(['Token is already sold or delisted', '7'])
  })

  it('is bought from another seller where the cheapest listing is the viewer’s own', () => {
    const other = `0x${'6'.repeat(64)}`
    const open = now(listing({ price: '90' }), listing({ listingId: 'b', price: '150', seller: other }))
    const { token, reason } = cartLine(stored, open, seller, marketplaces)
    expect([token.listingId, reason]).toEqual(['b', null])
  })

  it('cannot be bought by its seller', () => {
    expect(cartLine(stored, now(listing({})), seller, marketplaces).reason).toBe('This is your own listing.')
  })
})
