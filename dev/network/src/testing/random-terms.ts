import type { Listing, ListingTerms } from '@opal/contract/shapes/orders'
import type { TermsInput } from '@opal/contract/trading/selling'
import {
  about,
  anyPrice,
  type DraftScene,
  heldBy,
  isFree,
  LEAST_PRICE,
  marketplacesFor,
  type RandomDraft,
  TERM_NAMES,
  type TermName,
} from './draft-parts.ts'

/** Seconds of an hour. Steps of a falling price are as long or longer, so that none begins within a trade. */
const HOUR = 3_600

/** Lists one or two tokens of a collection on terms. */
export async function listingOnTerms(scene: DraftScene): Promise<RandomDraft | null> {
  const { call, dice, wallet } = scene
  const [held, [marketplace]] = await Promise.all([heldBy(call, wallet), marketplacesFor(call, 'list-on-terms')])
  const [first] = dice.some(held.filter(isFree), 1)
  if (first === undefined || marketplace === undefined) return null
  const alike = held.filter((token) => isFree(token) && token.collectionId === first.collectionId)
  const chosen = dice.some(alike, dice.between(1, 2))
  const items = chosen.map(({ tokenDataId, propertyVersion }) => {
    return { tokenDataId, propertyVersion, price: anyPrice(dice), marketplace: marketplace.id }
  })
  const terms = randomTerms(scene, items)
  return { ...about({ call: 'list', body: { items, terms } }, chosen), marketplaces: [marketplace.id] }
}

/** Replaces the terms of listings, or takes them off. */
export async function newTerms(scene: DraftScene): Promise<RandomDraft | null> {
  const { call, dice, wallet } = scene
  const [held, open] = await Promise.all([heldBy(call, wallet), marketplacesFor(call, 'update-terms')])
  const places = open.map(({ id }) => id)
  const editable = held.flatMap((token) => {
    const [listing] = dice.some(
      token.ownListings.filter(({ marketplace, validity }) => places.includes(marketplace) && EDITABLE.has(validity)),
      1,
    )
    return listing === undefined ? [] : [{ ...token, listing }]
  })
  const chosen = dice.some(editable, dice.between(1, 3))
  if (chosen.length === 0) return null
  const items = chosen.map(({ tokenDataId, listing: { marketplace, listingId } }) => {
    return { tokenDataId, marketplace, listingId, price: anyPrice(dice) }
  })
  const terms = dice.chance(0.2) ? {} : randomTerms(scene, items)
  return { ...about({ call: 'update-price', body: { items, terms } }, chosen), marketplaces: places }
}

const EDITABLE: ReadonlySet<Listing['validity']> = new Set(['valid', 'reserved', 'expired'])

/** Buys a listing that has terms: for anyone, or reserved for this wallet. */
export async function buyingOnTerms({ call, dice, wallet, others }: DraftScene): Promise<RandomDraft | null> {
  for (const seller of dice.some(others, others.length)) {
    if (seller === wallet) continue
    const offered = (await heldBy(call, seller)).flatMap((token) =>
      token.ownListings
        .filter(({ terms, validity }) => {
          return validity === 'valid' ? terms !== null : validity === 'reserved' && terms?.reservedFor === wallet
        })
        .map((listing) => ({ ...token, listing })),
    )
    const [chosen] = dice.some(offered, 1)
    if (chosen === undefined) continue
    const { tokenDataId, listing } = chosen
    const { marketplace, listingId, price: maxPrice, terms } = listing
    const items = [{ tokenDataId, marketplace, listingId, maxPrice }]
    return {
      ...about({ call: 'buy', body: { items } }, [chosen]),
      marketplaces: [marketplace],
      terms: namesOf(terms, listing.price),
    }
  }
  return null
}

/** Returns the terms of a listing that shape a purchase: it falls once it costs less than at first. */
function namesOf(terms: ListingTerms | null, price: string): readonly TermName[] {
  if (terms === null) return []
  return TERM_NAMES.filter((name) => {
    if (name === 'falling') return terms.startPrice !== null && BigInt(price) < BigInt(terms.startPrice)
    if (name === 'expiring') return terms.expiresAtSeconds !== null
    return name === 'reserved' ? terms.reservedFor !== null : terms.leastProceeds !== null
  })
}

/** Returns some terms for all of these items, at least one. */
export function randomTerms(
  { dice, wallet, others, nowSeconds }: DraftScene,
  items: readonly { readonly price: string }[],
): TermsInput {
  const lowest = items.reduce((low, { price }) => (BigInt(price) < low ? BigInt(price) : low), BigInt(anyPrice(dice)))
  const wanted = new Set(dice.some(TERM_NAMES, dice.between(1, TERM_NAMES.length)))
  const falls = wanted.has('falling') && lowest > LEAST_PRICE
  const endPrice = falls ? dice.octas(LEAST_PRICE, lowest - 1n) : lowest
  const hours = (least: number, most: number) => BigInt(dice.between(least * HOUR, most * HOUR))
  const buyers = others.filter((other) => other !== wallet)
  return {
    ...(falls && {
      fall: {
        endPrice: String(endPrice),
        // One that began long ago is not listed.
        fromSeconds: String(nowSeconds - BigInt(dice.between(0, 300))),
        untilSeconds: String(nowSeconds + hours(100, 300)),
      },
    }),
    ...(wanted.has('expiring') && { expiresAtSeconds: String(nowSeconds + hours(2, 120)) }),
    ...(wanted.has('reserved') && { reservedFor: dice.one(buyers) }),
    ...((wanted.has('least') || !falls) && { leastProceeds: String(dice.octas(1n, (endPrice * 8n) / 10n)) }),
  }
}
