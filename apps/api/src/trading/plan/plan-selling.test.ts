import type { Address } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { planDelist, planList } from './plan-selling.ts'
import { REASONS } from './trade-plan.ts'

const YOU = `0x${'a'.repeat(64)}` as Address
const OTHER = `0x${'b'.repeat(64)}`
const idOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as Address
const marketplace = (id: string, isNative: boolean) =>
  ({ adapter: { id, isNative, displayName: id, payload: { delist() {} } }, contracts: { status: 'active' } }) as unknown
const MARKETPLACES = [
  marketplace('own', true),
  marketplace('other', false),
  marketplace('third', false),
] as DeployedMarketplace[]

const asked = fc.array(
  fc.record({
    marketplace: fc.constantFrom('own', 'other', 'third'),
    // Listings of other wallets cannot be cancelled, and do not block the sale.
    isOwn: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

// @feature list.delist-many
it('many are taken back at once where all are at the native marketplace; otherwise none is', () => {
  fc.assert(
    fc.property(asked, (items) => {
      const listings = items.map(({ marketplace, isOwn }, at) => ({
        marketplace,
        listingId: idOf(at),
        tokenDataId: idOf(at),
        propertyVersion: 0n,
        priceOctas: 1n,
        seller: isOwn ? YOU : OTHER,
        validity: 'valid',
        terms: null,
        placedAtMicros: 1n,
        lastVersion: 1n,
      })) as ListingRow[]
      const facts = {
        tokens: new Map(listings.map(({ tokenDataId }) => [tokenDataId, tokenRow(tokenDataId)])),
        listings: new Map(listings.map((listing) => [listing.tokenDataId, [listing]])),
      }
      const planned = planDelist(
        YOU,
        items.map((_, at) => ({ tokenDataId: idOf(at) })),
        facts,
        MARKETPLACES,
      )
      const own = items.filter(({ isOwn }) => isOwn)
      const isAllowed = own.length < 2 || own.every(({ marketplace }) => marketplace === 'own')
      expect(planned.map(({ reason }) => reason)).toEqual(
        items.map(({ isOwn }) => (isOwn ? (isAllowed ? null : REASONS.delistOneAtATime) : REASONS.notYourListing)),
      )
    }),
    { numRuns: runs(200) },
  )
})

// @feature trade.editions
it('another one of an edition is listed as long as the wallet holds more of it than it has listed', () => {
  const marketplaces = [
    {
      adapter: { id: 'own', isNative: true, displayName: 'Own', payload: { list() {} } },
      contracts: { status: 'active' },
    },
  ] as unknown as DeployedMarketplace[]
  const tokenDataId = idOf(1)
  const listing = fc.record({
    propertyVersion: fc.constantFrom(0n, 7n),
    seller: fc.constantFrom(YOU, YOU, OTHER),
    validity: fc.constantFrom('valid', 'expired', 'reserved', 'seller-lost-token'),
  })
  fc.assert(
    fc.property(fc.bigInt(1n, 4n), fc.array(listing, { maxLength: 6 }), (amount, listings) => {
      const facts = {
        tokens: new Map([[tokenDataId, { ...tokenRow(tokenDataId), tokenStandard: 'v1' } as TokenRow]]),
        listings: new Map([[tokenDataId, listings as unknown as ListingRow[]]]),
        held: new Map([[tokenDataId, new Map([[0n, amount]])]]),
      }
      const request = { items: [{ tokenDataId, price: '100000000' }], nowSeconds: 0n }
      const [item] = planList(YOU, request, facts, marketplaces)
      const own = listings.filter(
        ({ propertyVersion, seller, validity }) =>
          propertyVersion === 0n && seller === YOU && validity !== 'seller-lost-token',
      )
      const isLeft = BigInt(own.length) < amount
      expect(item?.reason).toEqual(isLeft ? null : REASONS.alreadyListed)
    }),
    { numRuns: runs(200) },
  )
})

function tokenRow(tokenDataId: string): TokenRow {
  return {
    tokenDataId,
    name: 'Stone',
    collectionId: idOf(99),
    collectionName: 'Stones',
    creatorAddress: idOf(98),
    tokenStandard: 'v2',
    propertyVersion: 0n,
    isDeleted: false,
  } as unknown as TokenRow
}
