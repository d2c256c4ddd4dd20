import { listUserBids } from '@opal/contract/bids'
import { listCollectionTopBids, listSetBidsOnToken } from '@opal/contract/bids/top-bids'
import type { ApiClient } from '@opal/contract/client'
import { listPendingClaims } from '@opal/contract/portfolio/claims'
import { planPortfolioExit } from '@opal/contract/portfolio/exit'
import { announceTokenSet } from '@opal/contract/token-sets'
import { listCollectionTokens, listListedTokens } from '@opal/contract/tokens'
import { getBidPool } from '@opal/contract/trading/pools'
import { parseAddress } from '@opal/domain/address'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import type { Dice } from './dice.ts'
import {
  APT,
  about,
  anyCollection,
  anyExpiry,
  anyPrice,
  belowFloor,
  type DraftScene,
  heldBy,
  isFree,
  marketplacesFor,
  type RandomDraft,
  standardOf,
} from './draft-parts.ts'
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
  // What is left out leaves something over.
  const [first, ...others] = dice.some(data, data.length)
  const exclude = {
    tokenDataIds: dice.some(others, Math.min(others.length, dice.between(0, 2))).map((token) => token.tokenDataId),
    marketplaces: others.flatMap(({ marketplace }) => {
      return marketplace !== null && marketplace !== first?.marketplace && dice.chance(0.2) ? [marketplace] : []
    }),
  }
  const wish = { collectionId, count: dice.between(1, 4), ...budget, ...(dice.chance(0.5) && { exclude }) }
  return { draft: { call: 'sweep', body: wish }, standard: tokenStandard, marketplaces: [] }
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

async function bidding(kind: 'token-bid' | 'collection-bid', scene: DraftScene): Promise<RandomDraft | null> {
  const { call, dice, wallet, others } = scene
  const expirationTime = anyExpiry(scene)
  const marketplaces = await marketplacesFor(
    call,
    kind === 'token-bid' ? 'place-token-offer' : 'place-collection-offer',
  )
  const { id: marketplace, bidsExpire } = dice.one(marketplaces)
  const end = bidsExpire ? {} : ({ isEndless: true } as const)
  if (kind === 'collection-bid') {
    const { collectionId, floorPrice, tokenStandard } = await anyCollection(call, dice)
    const terms = { price: belowFloor(floorPrice, dice), size: dice.between(1, 3), expirationTime }
    const body = { collectionId, marketplace, ...terms }
    return { draft: { call: kind, body, ...end }, standard: tokenStandard, marketplaces: [marketplace] }
  }
  const owner = dice.one(others.filter((other) => other !== wallet))
  const [token] = dice.some((await heldBy(call, owner)).filter(isFree), 1)
  if (token === undefined) return null
  const aboveFloor = dice.chance(0.2)
  const price = aboveFloor ? anyPrice(dice) : String(dice.octas(APT / 1_000n, APT / 10n))
  const { tokenDataId, propertyVersion } = token
  const body = { tokenDataId, propertyVersion, price, aboveFloor, expirationTime, marketplace }
  return { ...about({ call: kind, body, ...end }, [token]), marketplaces: [marketplace] }
}

/** A bid that the pool pays; on a set it is announced first, as the dialog does. */
async function poolBidding(kind: 'pool-bid' | 'set-bid', scene: DraftScene): Promise<RandomDraft | null> {
  const { call, dice } = scene
  const { collectionId, floorPrice, tokenStandard: standard } = await anyCollection(call, dice)
  const price = belowFloor(floorPrice, dice)
  const size = dice.between(1, 3)
  const deposit = dice.chance(0.6) ? String(BigInt(price) * BigInt(size)) : '0'
  const terms = { collectionId, price, size, expirationTime: anyExpiry(scene), deposit }
  if (kind === 'pool-bid') return { draft: { call: 'pool-bid', body: terms }, standard, marketplaces: ['opal'] }
  const setRoot = await announcedSet(call, collectionId, dice)
  return setRoot === null
    ? null
    : { draft: { call: 'pool-bid', body: { ...terms, setRoot } }, standard, marketplaces: ['opal'] }
}

/** Announces some tokens of a collection; @returns their root. */
async function announcedSet(call: ApiClient, collectionId: string, dice: Dice): Promise<string | null> {
  const { data } = await call(listCollectionTokens, { params: { id: collectionId }, query: { limit: 50 } })
  const chosen = dice.some(data, Math.min(data.length, dice.between(1, 12)))
  const refs = chosen.flatMap((token): readonly TokenRef[] => {
    const tokenDataId = parseAddress(token.tokenDataId)
    if (token.tokenStandard === 'v2') return [{ standard: 'v2', tokenDataId }]
    if (token.creatorAddress === null) return []
    const { collectionName, name: tokenName } = token
    const propertyVersion = BigInt(token.propertyVersion)
    const creatorAddress = parseAddress(token.creatorAddress)
    return [{ standard: 'v1', tokenDataId, creatorAddress, collectionName, tokenName, propertyVersion }]
  })
  if (refs.length === 0) return null
  const { root } = buildTokenSet(refs.map(leafOf))
  const tokens = refs.map((ref) => {
    const isOther = ref.standard === 'v1' && ref.propertyVersion > 0n
    return isOther ? `${ref.tokenDataId}/${ref.propertyVersion}` : ref.tokenDataId
  })
  await call(announceTokenSet, { body: { root, collectionId, tokens } })
  return root
}

async function movingMoney(
  kind: 'pool-deposit' | 'pool-withdrawal',
  { call, dice, wallet }: DraftScene,
): Promise<RandomDraft | null> {
  if (kind === 'pool-deposit') {
    const octas = String(dice.octas(1n, APT * 3n))
    return { draft: { call: kind, body: { octas } }, standard: 'mixed', marketplaces: ['opal'] }
  }
  const { balance } = await call(getBidPool, { params: { wallet } })
  if (balance === '0') return null
  return {
    draft: { call: kind, body: { octas: String(dice.octas(1n, BigInt(balance))) } },
    standard: 'mixed',
    marketplaces: ['opal'],
  }
}

async function cancelling({ call, dice, wallet }: DraftScene): Promise<RandomDraft | null> {
  const { data } = await call(listUserBids, { params: { wallet }, query: { take: 50 } })
  const chosen = dice.some(data, dice.between(1, 3))
  if (chosen.length === 0) return null
  const items = chosen.map(({ marketplace, offerId, tokenBid }) => ({ marketplace, offerId, tokenBid }))
  return {
    draft: { call: 'cancel-bid', body: { items } },
    standard: standardOf(chosen),
    marketplaces: items.map(({ marketplace }) => marketplace),
  }
}

async function accepting({ call, dice, wallet }: DraftScene, count: number): Promise<RandomDraft | null> {
  const wanted = (await heldBy(call, wallet)).filter((token) => isFree(token) && token.topBid !== null)
  const chosen = dice.some(wanted, count)
  if (chosen.length === 0) return null
  const items = chosen.map(({ tokenDataId, propertyVersion }) => ({ tokenDataId, propertyVersion }))
  return about({ call: 'accept-bid', body: { items } }, chosen)
}

/** Sells a token into a bid that its bidder's pool pays: the best on a set that has it, or on any of its collection. */
async function acceptingPooled(
  kind: 'accept-set-bid' | 'accept-pool-bid',
  { call, dice, wallet }: DraftScene,
): Promise<RandomDraft | null> {
  const held = (await heldBy(call, wallet)).filter(isFree)
  for (const token of dice.some(held, held.length)) {
    const { tokenDataId, propertyVersion, collectionId } = token
    const { data: bids } =
      kind === 'accept-set-bid'
        ? await call(listSetBidsOnToken, { params: { tokenDataId } })
        : await call(listCollectionTopBids, { params: { collectionId }, query: { take: 20 } })
    const others = bids.filter(({ buyer, ...bid }) => buyer !== wallet && (!('isPooled' in bid) || bid.isPooled))
    const [bid] = dice.some(others, 1)
    if (bid === undefined) continue
    const { marketplace, offerId, price: minPrice } = bid
    const items = [{ tokenDataId, propertyVersion, marketplace, offerId, minPrice }]
    return { ...about({ call: 'accept-bid', body: { items } }, [token]), marketplaces: [marketplace] }
  }
  return null
}

/** Sells several items as the exit desk plans it, listed ones too: each for no less than its planned bid. */
async function leaving({ call, dice, wallet }: DraftScene): Promise<RandomDraft | null> {
  const [held, { data }] = await Promise.all([
    heldBy(call, wallet),
    call(planPortfolioExit, { body: { wallets: [wallet] } }),
  ])
  const planned = data.flatMap(({ tokenDataId, propertyVersion, sale }) => {
    const token = held.find((one) => one.tokenDataId === tokenDataId && one.propertyVersion === propertyVersion)
    return sale === null || token === undefined ? [] : { ...token, sale }
  })
  const chosen = dice.some(planned, dice.between(2, 5))
  if (chosen.length < 2) return null
  const items = chosen.map(({ tokenDataId, propertyVersion, sale }) => {
    return { tokenDataId, propertyVersion, minPrice: sale.priceOctas }
  })
  return {
    ...about({ call: 'accept-bid', body: { items } }, chosen),
    marketplaces: chosen.map(({ sale }) => sale.marketplace),
  }
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
