import { listUserBids } from '@opal/contract/bids'
import { listCollectionTopBids, listSetBidsOnToken } from '@opal/contract/bids/top-bids'
import type { ApiClient } from '@opal/contract/client'
import { planPortfolioExit } from '@opal/contract/portfolio/exit'
import { announceTokenSet } from '@opal/contract/token-sets'
import { listCollectionTokens } from '@opal/contract/tokens'
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

/** Returns a draft of a bid whose money is locked in it. */
export async function bidding(kind: 'token-bid' | 'collection-bid', scene: DraftScene): Promise<RandomDraft | null> {
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

/** Returns a draft of a bid that the pool pays; a set is announced first, as the dialog does. */
export async function poolBidding(kind: 'pool-bid' | 'set-bid', scene: DraftScene): Promise<RandomDraft | null> {
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

/** Announces some tokens of a collection as a set. @returns its root; null where no token can be in one. */
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

/** Returns a draft that moves money into the bid pool, or out of it. */
export async function movingMoney(
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

/** Returns a draft that cancels some open bids. */
export async function cancelling({ call, dice, wallet }: DraftScene): Promise<RandomDraft | null> {
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

/** Returns a draft that sells some tokens into the best bids on them. */
export async function accepting({ call, dice, wallet }: DraftScene, count: number): Promise<RandomDraft | null> {
  const wanted = (await heldBy(call, wallet)).filter((token) => isFree(token) && token.topBid !== null)
  const chosen = dice.some(wanted, count)
  if (chosen.length === 0) return null
  const items = chosen.map(({ tokenDataId, propertyVersion }) => ({ tokenDataId, propertyVersion }))
  return about({ call: 'accept-bid', body: { items } }, chosen)
}

/** Returns a draft that sells a token into a bid that its bidder's pool pays: the best on a set that has it, or on any of its collection. */
export async function acceptingPooled(
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

/** Returns a draft that sells several items as the exit plans it, listed ones too: each for no less than its planned bid. */
export async function leaving({ call, dice, wallet }: DraftScene): Promise<RandomDraft | null> {
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
