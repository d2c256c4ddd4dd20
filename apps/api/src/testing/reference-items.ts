import { TOKEN_SORTS, type TokenSort } from '@opal/contract/constants/sorts'
import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { compareTokens, type OrderedToken } from '@opal/contract/tokens/token-order'
import * as fc from 'fast-check'

/** An open listing of a token that its seller holds. */
export interface ReferenceListing {
  readonly marketplace: string
  /** Whether its marketplace is closed: orders can only be cancelled. */
  readonly isClosed?: boolean
  /** Why it cannot be bought although it is open. */
  readonly unbuyable?: 'expired' | 'token-frozen'
  readonly listingId: string
  readonly seller: string
  readonly priceOctas: bigint
  readonly placedAtMicros: bigint
}

/** A token with every field that filters and sort orders use. */
export interface ReferenceToken {
  readonly tokenDataId: string
  readonly name: string
  readonly traits: readonly { readonly trait_type: string; readonly value: string }[]
  readonly rank: number | null
  readonly listings: readonly ReferenceListing[]
  readonly soldAtMicros: bigint | null
}

/** A filter as JSON. */
export type ReferenceFilter = Omit<TokenFilterInput, 'creatorAddress'>

/** Returns the cheapest listing that can be bought, or the cheapest at the given marketplace; null without one. */
export function cheapestOf(
  listings: readonly ReferenceListing[],
  marketplace: string | undefined,
): ReferenceListing | null {
  const there = listings
    .filter(({ unbuyable }) => unbuyable === undefined)
    .filter((one) => (marketplace === undefined ? one.isClosed !== true : one.marketplace === marketplace))
  return there.toSorted(byPrice)[0] ?? null
}

function byPrice(a: ReferenceListing, b: ReferenceListing): number {
  if (a.priceOctas !== b.priceOctas) return a.priceOctas < b.priceOctas ? -1 : 1
  return `${a.marketplace} ${a.listingId}` < `${b.marketplace} ${b.listingId}` ? -1 : 1
}

/** Computes a list by the contract's definition, token by token: the model that the API's lists are compared with. */
export function referenceItems(
  tokens: readonly ReferenceToken[],
  filter: ReferenceFilter,
  sort: TokenSort,
): readonly ReferenceToken[] {
  const order = compareTokens(sort)
  return tokens
    .filter((token) => isWanted(token, filter))
    .map((token) => ({ token, row: orderedRow(token, filter.marketplace) }))
    .toSorted((a, b) => order(a.row, b.row))
    .map(({ token }) => token)
}

function orderedRow(token: ReferenceToken, marketplace: string | undefined): OrderedToken {
  const listing = cheapestOf(token.listings, marketplace)
  return {
    tokenDataId: token.tokenDataId,
    name: token.name,
    rarity: token.rank,
    listedPrice: listing === null ? null : String(listing.priceOctas),
    listedAtMicros: listing === null ? null : String(listing.placedAtMicros),
    lastSaleAtMicros: token.soldAtMicros === null ? null : String(token.soldAtMicros),
  }
}

function isWanted(token: ReferenceToken, filter: ReferenceFilter): boolean {
  return hasName(token, filter) && hasRank(token, filter) && hasListing(token, filter) && hasTraits(token, filter)
}

function hasName({ name }: ReferenceToken, filter: ReferenceFilter): boolean {
  return name.toLowerCase().includes((filter.name ?? '').trim().toLowerCase())
}

function hasRank({ rank }: ReferenceToken, { rarityTop = 0, rarityBottom = 0 }: ReferenceFilter): boolean {
  const ends = [rarityTop, rarityBottom].filter((end) => end > 0)
  if (ends.length === 0) return true
  if (rank === null) return false
  if (ends.length === 2) return rank >= Math.min(...ends) && rank <= Math.max(...ends)
  return rarityTop > 0 ? rank <= rarityTop : rank >= rarityBottom
}

function hasListing(token: ReferenceToken, { nftType, marketplace, priceBottom, priceTop }: ReferenceFilter): boolean {
  const least = priceBottom === undefined || priceBottom === '0' ? null : BigInt(priceBottom)
  const most = priceTop === undefined || BigInt(priceTop) >= 10n ** 16n ? null : BigInt(priceTop)
  const mustBe = marketplace !== undefined || least !== null || most !== null
  if (nftType === 'UNLISTED') return !mustBe && cheapestOf(token.listings, undefined) === null
  if (nftType !== 'LISTED' && !mustBe) return true
  const price = cheapestOf(token.listings, marketplace)?.priceOctas
  return price !== undefined && (least === null || price >= least) && (most === null || price <= most)
}

function hasTraits({ traits }: ReferenceToken, { attributes = [] }: ReferenceFilter): boolean {
  const kinds = [...new Set(attributes.map((entry) => entry.trait_type))]
  return kinds.every((kind) => {
    const own = traits.filter((one) => one.trait_type === kind).map((one) => one.value)
    const values = (isRefused: boolean) =>
      attributes
        .filter((entry) => entry.trait_type === kind && (entry.not ?? false) === isRefused)
        .flatMap(({ value }) => value)
    const wanted = values(false)
    return (
      (wanted.length === 0 || own.some((value) => wanted.includes(value))) &&
      !own.some((value) => values(true).includes(value))
    )
  })
}

/** Returns a filter as a query string. */
export function filterQuery({ attributes, ...members }: ReferenceFilter): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value))
  if (attributes !== undefined) query.set('attributes', JSON.stringify(attributes))
  return query
}

const KINDS = ['Fur', 'Hat']
const VALUES = ['Gold', 'Blue', 'None']
/** Few amounts, so that many prices are equal. */
const anyPrice = fc.bigInt(1n, 4n)
const anyRank = fc.integer({ min: 1, max: 4 })

/** Generates filters with any subset of members. @param marketplaces ids to choose from. */
export function anyFilter(marketplaces: readonly string[]): fc.Arbitrary<ReferenceFilter> {
  const trait = fc.record(
    {
      trait_type: fc.constantFrom(...KINDS, 'Nose'),
      value: fc.oneof(fc.constantFrom(...VALUES), fc.subarray([...VALUES, 'Pink'], { minLength: 1 })),
      not: fc.boolean(),
    },
    { requiredKeys: ['trait_type', 'value'] },
  )
  const members = {
    name: fc.constantFrom('#1', 'stone', 'STONE #2', '3', ' '),
    priceBottom: fc.oneof(anyPrice, fc.constant(0n)).map(String),
    priceTop: fc.oneof(anyPrice, fc.constant(10n ** 16n)).map(String),
    rarityTop: fc.oneof(anyRank, fc.constant(0)),
    rarityBottom: fc.oneof(anyRank, fc.constant(0)),
    attributes: fc.array(trait, { maxLength: 3 }),
    nftType: fc.constantFrom('ALL' as const, 'LISTED' as const, 'UNLISTED' as const),
    marketplace: fc.constantFrom(...marketplaces),
  }
  return fc.tuple(fc.record(members), fc.uniqueArray(fc.constantFrom(...Object.keys(members)), { maxLength: 4 })).map(
    // Filters with many conditions would leave most lists empty.
    ([all, names]) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  )
}

/** Generates sort orders. */
export const anySort: fc.Arbitrary<TokenSort> = fc.constantFrom(...TOKEN_SORTS)

/** Names of which some are equal, longer, or beyond the plane that one unit of UTF-16 holds. */
const anyName = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((number) => `Stone #${number}`),
  fc.constantFrom('Stone 𝒜', 'Stone ｚ', 'stone #1', 'A'),
)

const anyTraits = fc.array(fc.record({ trait_type: fc.constantFrom(...KINDS), value: fc.constantFrom(...VALUES) }), {
  maxLength: 3,
})

/** Generates listings without their ids. */
export function anyListing(marketplaces: readonly string[], sellers: readonly string[]) {
  return fc.record({
    marketplace: fc.constantFrom(...marketplaces),
    seller: fc.constantFrom(...sellers),
    priceOctas: anyPrice,
    placedAtMicros: fc.bigInt(1n, 5n),
  })
}

/** Generates small markets. */
export function anyTokens(
  marketplaces: readonly string[],
  sellers: readonly string[],
): fc.Arbitrary<readonly ReferenceToken[]> {
  const token = fc.record({
    name: anyName,
    traits: anyTraits,
    rank: fc.option(anyRank),
    listings: fc.array(anyListing(marketplaces, sellers), { maxLength: 2 }),
    soldAtMicros: fc.option(fc.bigInt(1n, 4n)),
  })
  return fc.array(token, { maxLength: 9, size: 'max' }).map((tokens) =>
    tokens.map(({ listings, ...rest }, at) => ({
      ...rest,
      tokenDataId: numberedId(at + 1),
      listings: listings.map((one, nth) => ({ ...one, listingId: numberedId(1_000 + at * 10 + nth) })),
    })),
  )
}

/** Returns the address of a small number. */
export function numberedId(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}
