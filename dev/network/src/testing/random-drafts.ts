import { listPendingClaims } from '@opal/contract/portfolio/claims'
import { listListedTokens } from '@opal/contract/tokens'
import {
  APT,
  about,
  anyCollection,
  anyPrice,
  type DraftScene,
  heldBy,
  isFree,
  marketplacesFor,
  type RandomDraft,
} from './draft-parts.ts'
import { accepting, acceptingPooled, bidding, cancelling, leaving, movingMoney, poolBidding } from './random-bids.ts'
import { ordering } from './random-orders.ts'
import { buyingOnTerms, listingOnTerms, newTerms } from './random-terms.ts'

/** Kinds of drafts, one for each form of the site's trading dialogs. */
export const DRAFT_KINDS = [
  'buy',
  'buy-many',
  'sweep',
  'list',
  'list-many',
  'list-on-terms',
  'update-terms',
  'buy-on-terms',
  'update-price',
  'relist',
  'delist',
  'token-bid',
  'collection-bid',
  'pool-bid',
  'set-bid',
  'order-purchase',
  'order-bid',
  'pool-deposit',
  'pool-withdrawal',
  'cancel-bid',
  'accept-bid',
  'accept-many',
  'accept-set-bid',
  'accept-pool-bid',
  'exit-sale',
  'transfer',
  'claim',
] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Returns a draft of a kind from the current market; null where nothing fits. */
export async function randomDraft(kind: DraftKind, scene: DraftScene): Promise<RandomDraft | null> {
  switch (kind) {
    case 'buy':
      return buying(scene, 1)
    case 'buy-many':
      return buying(scene, scene.dice.between(2, 4))
    case 'sweep':
      return sweeping(scene)
    case 'list':
      return listing(scene, 1)
    case 'list-many':
      return listing(scene, scene.dice.between(2, 4))
    case 'list-on-terms':
      return listingOnTerms(scene)
    case 'update-terms':
      return newTerms(scene)
    case 'buy-on-terms':
      return buyingOnTerms(scene)
    case 'update-price':
    case 'relist':
    case 'delist':
      return moving(kind, scene)
    case 'token-bid':
    case 'collection-bid':
      return bidding(kind, scene)
    case 'pool-bid':
    case 'set-bid':
      return poolBidding(kind, scene)
    case 'order-purchase':
      return ordering('purchase', scene)
    case 'order-bid':
      return ordering('bid', scene)
    case 'pool-deposit':
    case 'pool-withdrawal':
      return movingMoney(kind, scene)
    case 'cancel-bid':
      return cancelling(scene)
    case 'accept-bid':
      return accepting(scene, 1)
    case 'accept-many':
      return accepting(scene, scene.dice.between(2, 3))
    case 'accept-set-bid':
    case 'accept-pool-bid':
      return acceptingPooled(kind, scene)
    case 'exit-sale':
      return leaving(scene)
    case 'transfer':
      return giving(scene)
    case 'claim':
      return claiming(scene)
  }
}

async function buying({ call, dice, wallet }: DraftScene, count: number): Promise<RandomDraft | null> {
  const { collectionId } = await anyCollection(call, dice)
  const { data } = await call(listListedTokens, { params: { slug: collectionId }, query: { take: 30 } })
  const chosen = dice.some(
    data.filter(({ owner }) => owner?.walletAddress !== wallet),
    count,
  )
  if (chosen.length < count) return null
  const items = chosen.map(({ tokenDataId, marketplace, listingId, listedPrice }) => ({
    tokenDataId,
    ...(marketplace !== null && { marketplace }),
    ...(listingId !== null && { listingId }),
    ...(listedPrice !== null && { maxPrice: listedPrice }),
  }))
  const bestEffort = count > 1 && dice.chance(0.5) ? { bestEffort: true } : {}
  return about({ call: 'buy', body: { items, ...bestEffort } }, chosen)
}

async function sweeping({ call, dice }: DraftScene): Promise<RandomDraft> {
  const { collectionId, tokenStandard, floorPrice } = await anyCollection(call, dice)
  const budget = dice.chance(0.5) ? { budget: String(BigInt(floorPrice ?? APT) * 4n) } : {}
  const { data } = await call(listListedTokens, { params: { slug: collectionId }, query: { take: 10 } })
  // Not all of them are left out.
  const [first, ...others] = dice.some(data, data.length)
  const exclude = {
    tokenDataIds: dice.some(others, Math.min(others.length, dice.between(0, 2))).map((token) => token.tokenDataId),
    marketplaces: others.flatMap(({ marketplace }) => {
      return marketplace !== null && marketplace !== first?.marketplace && dice.chance(0.2) ? [marketplace] : []
    }),
  }
  const sweep = { collectionId, count: dice.between(1, 4), ...budget, ...(dice.chance(0.5) && { exclude }) }
  return { draft: { call: 'sweep', body: sweep }, standard: tokenStandard, marketplaces: [] }
}

async function listing({ call, dice, wallet }: DraftScene, count: number): Promise<RandomDraft | null> {
  const [held, marketplaces] = await Promise.all([heldBy(call, wallet), marketplacesFor(call, 'list')])
  const chosen = dice.some(held.filter(isFree), count)
  if (chosen.length < count) return null
  const items = chosen.map(({ tokenDataId, propertyVersion }) => {
    return { tokenDataId, propertyVersion, price: anyPrice(dice), marketplace: dice.one(marketplaces).id }
  })
  return {
    ...about({ call: 'list', body: { items } }, chosen),
    marketplaces: items.map(({ marketplace }) => marketplace),
  }
}

async function moving(
  kind: 'update-price' | 'relist' | 'delist',
  { call, dice, wallet }: DraftScene,
): Promise<RandomDraft | null> {
  const held = await heldBy(call, wallet)
  const listed = held.filter(({ ownListings }) => ownListings.length > 0)
  const chosen = dice.some(listed, kind === 'delist' ? 1 : dice.between(1, 3))
  if (chosen.length === 0) return null
  const refs = chosen.map(({ tokenDataId, ownListings }) => {
    const { marketplace, listingId } = dice.one(ownListings)
    return { tokenDataId, marketplace, listingId }
  })
  const marketplaces = refs.map(({ marketplace }) => marketplace)
  if (kind === 'delist') return { ...about({ call: kind, body: { items: refs } }, chosen), marketplaces }
  const items = refs.map((ref) => ({ ...ref, price: anyPrice(dice) }))
  return { ...about({ call: kind, body: { items } }, chosen), marketplaces }
}

async function giving({ call, dice, wallet, others }: DraftScene): Promise<RandomDraft | null> {
  const chosen = dice.some((await heldBy(call, wallet)).filter(isFree), dice.between(1, 2))
  if (chosen.length === 0) return null
  const toAddress = dice.one(others.filter((other) => other !== wallet))
  const items = chosen.map(({ tokenDataId, propertyVersion }) => ({ tokenDataId, propertyVersion }))
  return about({ call: 'transfer', body: { toAddress, items } }, chosen)
}

async function claiming({ call, dice, wallet }: DraftScene): Promise<RandomDraft | null> {
  const { data } = await call(listPendingClaims, { params: { wallet } })
  const [claim] = dice.some(data, 1)
  if (claim === undefined) return null
  const { token_data_id: tokenDataId, from_address: fromAddress, property_version: propertyVersion } = claim
  return {
    draft: { call: 'claim', body: { tokenDataId, fromAddress, propertyVersion } },
    standard: 'v1',
    marketplaces: [],
  }
}
