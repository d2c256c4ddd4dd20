import type { TradeAnswer, TradeItem, WirePayload } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { BatchIntent, Intent, MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import { collectionIdV1, type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { claimPayload, transferPayload } from '@opal/domain/transfer-payloads'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf } from '../testing/trade-harness.tsx'

export const SIGNER = parseAddress('0x5151')
export const PLACE = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: true }
export const NATIVE = 'opal'
const CREATOR = parseAddress('0xc0')
const GAS = 1_200n

/** What a trade of tests is about. */
export interface Facts {
  /** Distinguishes tokens and orders from those of another trade. */
  readonly nth: number
  readonly priceOctas: bigint
  /** Marketplaces of the tokens; one token for each. */
  readonly marketplaces: readonly string[]
  readonly isOld: boolean
  readonly receiver: string
  readonly isBestEffort: boolean
}

/** What was chosen, and what an honest API answers. */
export interface HonestTrade {
  readonly draft: ChosenDraft
  readonly answer: TradeAnswer
}

export const KINDS = [
  'buy',
  'sweep',
  'list',
  'update-price',
  'relist',
  'delist',
  'accept-bid',
  'cancel-bid',
  'clean-up',
  'token-bid',
  'collection-bid',
  'claim',
  'transfer',
] as const

interface Made {
  readonly draft: ChosenDraft
  readonly items: readonly TradeItem[]
  readonly gain: bigint
  readonly built: Built
}

type Built = Pick<TradeAnswer, 'priceGuard'> & { readonly payload: WirePayload }

/** An honest trade of a kind. @throws NotOfferedError where the marketplaces do not offer it. */
export async function honestTrade(kind: (typeof KINDS)[number], facts: Facts): Promise<HonestTrade> {
  const { draft, items, gain, built } = await make(kind, facts)
  const cost = gain < 0n ? -gain : 0n
  return {
    draft,
    answer: answerOf(
      {
        priceOctas: String(cost),
        totalOctas: String(cost + GAS),
        gasOctas: String(GAS),
        receivedOctas: String(gain > 0n ? gain : 0n),
      },
      { items: [...items], ...built },
    ),
  }
}

async function make(kind: (typeof KINDS)[number], facts: Facts): Promise<Made> {
  const { priceOctas, marketplaces, isBestEffort, receiver } = facts
  const tokens = marketplaces.map((_, at) => tokenAt(facts, at))
  const listings = marketplaces.map((marketplace, at) => listingAt(facts, marketplace, at))
  const [token, listing] = [tokens[0] as TokenRef, listings[0] as MarketplaceListing]
  const total = listings.reduce((sum, one) => sum + one.priceOctas, 0n)
  const listed = listings.map((one) => itemWith(one.token, { listing: one, priceOctas: one.priceOctas }))
  const price = String(priceOctas)
  const chosen = listings.map((one) => ({
    tokenDataId: one.token.tokenDataId,
    marketplace: one.marketplace,
    listingId: one.listingId,
  }))
  const moved = chosen.map((one) => ({ ...one, price }))
  const repriced = listings.map((one) => ({ listing: one, priceOctas }))
  const pricedItems = listings.map((one) => itemWith(one.token, { listing: one, priceOctas }))
  switch (kind) {
    case 'buy': {
      const body = {
        items: chosen.map((one, at) => ({ ...one, maxPrice: String(listings[at]?.priceOctas) })),
        bestEffort: isBestEffort,
      }
      const intent = { kind: 'purchase-many', listings, isBestEffort, mostOctas: total } as const
      return { draft: { call: kind, body }, items: listed, gain: -total, built: await wire(intent) }
    }
    case 'sweep': {
      const body = { collectionId: collectionIdOf(facts), count: listings.length, budget: String(total) }
      const intent = { kind: 'purchase-many', listings, isBestEffort: false, mostOctas: total } as const
      return { draft: { call: kind, body }, items: listed, gain: -total, built: await wire(intent) }
    }
    case 'list': {
      const items = tokens.map((one) => ({ tokenDataId: one.tokenDataId, price, marketplace: listing.marketplace }))
      const intent = {
        kind: 'list-many',
        items: tokens.map((one) => ({ marketplace: listing.marketplace, token: one, priceOctas })),
      } as const
      return {
        draft: { call: kind, body: { items } },
        items: tokens.map((one) => itemWith(one, { priceOctas })),
        gain: 0n,
        built: await wire(intent),
      }
    }
    case 'update-price':
      return {
        draft: { call: kind, body: { items: moved } },
        items: pricedItems,
        gain: 0n,
        built: await wire({ kind: 'update-price-many', items: repriced }),
      }
    case 'relist':
      return {
        draft: { call: kind, body: { items: moved } },
        items: pricedItems,
        gain: 0n,
        built: await wire({ kind: 'delist-and-list-many', items: repriced }),
      }
    case 'delist':
      return {
        draft: { call: kind, body: { items: chosen } },
        items: listed,
        gain: 0n,
        built: await wire({ kind: 'delist-many', listings }),
      }
    case 'accept-bid': {
      const offers = marketplaces.map((marketplace, at) => offerAt(facts, marketplace, at))
      const each = offers.map((one) => (one.priceOctas * 9n) / 10n)
      const gain = each.reduce((sum, one) => sum + one, 0n)
      const items = offers.map((one, at) => ({
        ...itemWith(tokens[at] as TokenRef, { offer: one, priceOctas: one.priceOctas }),
        sellerOctas: String(each[at]),
      }))
      const body = {
        items: offers.map((one, at) => ({
          tokenDataId: (tokens[at] as TokenRef).tokenDataId,
          marketplace: one.marketplace,
          offerId: one.offerId,
          minPrice: String(one.priceOctas),
        })),
      }
      const sales = offers.map((offer, at) => ({ offer, token: tokens[at] as TokenRef, isTokenOffer: false }))
      return {
        draft: { call: kind, body },
        items,
        gain,
        built: await wire({ kind: 'instant-sell', sales, leastOctas: { each, total: gain } }),
      }
    }
    case 'cancel-bid': {
      const offer = offerAt(facts, listing.marketplace, 0)
      const body = { items: [{ marketplace: offer.marketplace, offerId: offer.offerId, tokenBid: false }] }
      const intent = { kind: 'withdraw-many', orders: [{ offer, token: null }] } as const
      return {
        draft: { call: kind, body },
        items: [itemWith(token, { offer, priceOctas: offer.priceOctas })],
        gain: offer.priceOctas,
        built: await wire(intent),
      }
    }
    case 'clean-up': {
      const body = {
        orders: [{ kind: 'listing', marketplace: listing.marketplace, orderId: listing.listingId }],
      } as const
      return {
        draft: { call: kind, body },
        items: listed.slice(0, 1),
        gain: 0n,
        built: await wire({ kind: 'withdraw-many', orders: [{ listing }] }),
      }
    }
    case 'token-bid': {
      const terms = {
        tokenDataId: token.tokenDataId,
        price,
        expirationTime: String(1_900_000_000 + facts.nth),
        marketplace: listing.marketplace,
      }
      const intent = {
        kind: 'place-token-offer',
        token,
        priceOctas,
        expiresAtSeconds: BigInt(terms.expirationTime),
      } as const
      return {
        draft: { call: kind, body: terms },
        items: [itemWith(token, { priceOctas })],
        gain: -priceOctas,
        built: one(intent, listing.marketplace),
      }
    }
    case 'collection-bid': {
      const collectionId = collectionIdOf(facts)
      const terms = {
        collectionId,
        price,
        size: 3,
        expirationTime: String(1_900_000_000 + facts.nth),
        marketplace: listing.marketplace,
      }
      const names = { creatorAddress: CREATOR, collectionName: collectionName(facts) }
      const collection = facts.isOld
        ? ({ standard: 'v1', collectionId, ...names } as const)
        : ({ standard: 'v2', collectionId } as const)
      const intent = {
        kind: 'place-collection-offer',
        collection,
        priceOctas,
        amount: 3n,
        expiresAtSeconds: BigInt(terms.expirationTime),
      } as const
      const item = { ...itemWith(token, { priceOctas }), tokenDataId: null }
      return {
        draft: { call: kind, body: terms },
        items: [item],
        gain: -priceOctas * 3n,
        built: one(intent, listing.marketplace),
      }
    }
    case 'claim': {
      const old = tokenAt({ ...facts, isOld: true }, 0)
      if (old.standard !== 'v1') throw new TypeError('claims are of old tokens')
      const payload = claimPayload({ fromAddress: receiver, ...old, name: old.tokenName })
      const body = { tokenDataId: old.tokenDataId, fromAddress: receiver, propertyVersion: String(old.propertyVersion) }
      return { draft: { call: kind, body }, items: [itemWith(old, {})], gain: 0n, built: toWire(payload) }
    }
    case 'transfer': {
      const body = { toAddress: receiver, items: [{ tokenDataId: token.tokenDataId }] }
      return {
        draft: { call: kind, body },
        items: [itemWith(token, {})],
        gain: 0n,
        built: toWire(transferPayload(token, parseAddress(receiver))),
      }
    }
  }
}

function collectionName({ nth }: Facts): string {
  return `Old ${nth}`
}

function collectionIdOf(facts: Facts) {
  return facts.isOld ? collectionIdV1(CREATOR, collectionName(facts)) : parseAddress(`0xc011${facts.nth}`)
}

function tokenAt(facts: Facts, at: number): TokenRef {
  if (!facts.isOld) return { standard: 'v2', tokenDataId: parseAddress(`0x7${facts.nth}0${at}`) }
  const names = { creatorAddress: CREATOR, collectionName: collectionName(facts), tokenName: `Old #${at}` }
  const tokenDataId = tokenDataIdV1(CREATOR, names.collectionName, names.tokenName)
  return { standard: 'v1', tokenDataId, ...names, propertyVersion: 0n }
}

function listingAt(facts: Facts, marketplace: string, at: number): MarketplaceListing {
  return {
    marketplace,
    listingId: parseAddress(`0x1157${facts.nth}0${at}`),
    token: tokenAt(facts, at),
    seller: SELLER,
    priceOctas: facts.priceOctas + BigInt(at),
  }
}
const SELLER = parseAddress('0x5e11')

function offerAt(facts: Facts, marketplace: string, at: number): MarketplaceOffer {
  const offerId = parseAddress(`0x0ff${facts.nth}0${at}`)
  return { marketplace, offerId, buyer: parseAddress('0xb1d'), priceOctas: facts.priceOctas + BigInt(at) }
}

function itemWith(
  token: TokenRef,
  {
    listing,
    offer,
    priceOctas,
  }: { readonly listing?: MarketplaceListing; readonly offer?: MarketplaceOffer; readonly priceOctas?: bigint },
): TradeItem {
  const names =
    token.standard === 'v2'
      ? null
      : {
          creatorAddress: token.creatorAddress,
          collectionName: token.collectionName,
          tokenName: token.tokenName,
          propertyVersion: String(token.propertyVersion),
        }
  return itemOf({
    tokenDataId: token.tokenDataId,
    collectionId:
      token.standard === 'v1'
        ? collectionIdV1(token.creatorAddress, token.collectionName)
        : parseAddress(`0xc011${Number.parseInt(token.tokenDataId.slice(-3, -2), 16)}`),
    marketplace: (listing ?? offer)?.marketplace ?? NATIVE,
    listingId: listing?.listingId ?? null,
    offerId: offer?.offerId ?? null,
    names,
    listing:
      listing === undefined
        ? null
        : {
            marketplace: listing.marketplace,
            listingId: listing.listingId,
            seller: listing.seller,
            priceOctas: String(listing.priceOctas),
            propertyVersion: '0',
          },
    offer:
      offer === undefined
        ? null
        : {
            marketplace: offer.marketplace,
            offerId: offer.offerId,
            buyer: offer.buyer,
            priceOctas: String(offer.priceOctas),
            isOnToken: false,
          },
    priceOctas: priceOctas === undefined ? null : String(priceOctas),
  })
}

function one(intent: Intent, marketplace: string): Built {
  const deployed = PLACE.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (deployed === undefined) throw new TypeError(`there is no ${marketplace}`)
  return toWire(buildPayload(deployed, intent))
}

/** What one transaction does of an intent, without scripts that need modules. */
async function wire(intent: BatchIntent): Promise<Built> {
  const [step, ...others] = await prepareBatch(intent, PLACE, () => Promise.reject(new TypeError('no modules here')))
  if (step === undefined || others.length > 0) throw new TypeError('more than one transaction')
  return toWire(step.payload, step.priceGuard)
}

function toWire(payload: object, priceGuard: TradeAnswer['priceGuard'] = null): Built {
  return { payload: JSON.parse(JSON.stringify(payload)) as WirePayload, priceGuard }
}
