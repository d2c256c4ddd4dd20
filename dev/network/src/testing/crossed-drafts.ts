import { MIN_PRICE_OCTAS } from '@opal/contract/trading/selling'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { sumOctas } from '@opal/domain/prices/octas'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import type { ChosenDraft, TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import type { Trader } from './api-fixture.ts'
import type { CrossedScene, Piece } from './crossed-market.ts'
import { YEAR_2100 } from './draft-parts.ts'

/** Actions that are chosen. */
export const ACTIONS = ['buy', 'sweep', 'list', 'update-price', 'relist', 'delist', 'accept-bid'] as const
export type Action = (typeof ACTIONS)[number]
export type CrossedDraft = Extract<ChosenDraft, { readonly call: Action }>

/** How a draft is filled in. */
export interface Manner {
  /** Its orders are named, and their editions, not only its tokens. */
  readonly isNamed: boolean
  readonly isBestEffort: boolean
}

export function signerOf(action: Action, { seller, buyer }: CrossedScene): Trader {
  return action === 'buy' || action === 'sweep' ? buyer : seller
}

/** Returns the draft of a dialog about pieces: bounded by the prices that it shows. */
export function draftFor(action: Action, pieces: readonly Piece[], { isNamed, isBestEffort }: Manner): CrossedDraft {
  const named = (piece: Piece) => {
    const { tokenDataId, propertyVersion } = editionOf(piece)
    return isNamed ? { tokenDataId, propertyVersion, ...piece.listing } : { tokenDataId }
  }
  const priced = pieces.map((piece) => ({ ...named(piece), price: String(piece.cell.price + 7n) }))
  switch (action) {
    case 'buy': {
      const items = pieces.map((piece) => ({ ...named(piece), maxPrice: String(piece.cell.price) }))
      return { call: action, body: { items, bestEffort: isBestEffort } }
    }
    case 'sweep': {
      const budget = String(sumOctas(pieces.map(({ cell }) => cell.price)))
      const [collectionId = ''] = pieces.map(({ collection }) => collection.collectionId)
      return { call: action, body: { collectionId, count: pieces.length, budget, bestEffort: isBestEffort } }
    }
    case 'list': {
      const items = pieces.map((piece) => ({
        ...editionOf(piece),
        price: String(piece.cell.price),
        marketplace: piece.cell.listedOn ?? nativeMarketplace.id,
      }))
      return { call: action, body: { items } }
    }
    case 'update-price':
    case 'relist':
      return { call: action, body: { items: priced } }
    case 'delist':
      return { call: action, body: { items: pieces.map(named) } }
    case 'accept-bid': {
      const items = pieces.map((piece) => {
        const { price: minPrice, ...offer } = piece.offer
        return { ...editionOf(piece), ...(isNamed && offer), minPrice }
      })
      return { call: action, body: { items } }
    }
  }
}

/** Returns the draft that a server would have to have been asked for some items. */
export function draftFrom(draft: CrossedDraft, items: readonly TradeItem[]): CrossedDraft {
  const traded = items.map((item) => ({
    tokenDataId: item.tokenDataId ?? '',
    propertyVersion: item.names?.propertyVersion ?? '0',
    price: item.priceOctas ?? '0',
    marketplace: item.marketplace ?? nativeMarketplace.id,
  }))
  switch (draft.call) {
    case 'buy': {
      const named = traded.map(({ tokenDataId }) => ({ tokenDataId }))
      return { call: 'buy', body: { ...draft.body, items: named } }
    }
    case 'sweep': {
      const { collectionId, bestEffort } = draft.body
      return {
        call: 'sweep',
        body: { collectionId, count: traded.length, ...(bestEffort !== undefined && { bestEffort }) },
      }
    }
    case 'list':
      return { call: 'list', body: { items: traded } }
    case 'update-price':
    case 'relist':
      return { call: draft.call, body: { items: traded.map(({ tokenDataId, price }) => ({ tokenDataId, price })) } }
    case 'delist':
      return { call: 'delist', body: { items: traded.map(({ tokenDataId }) => ({ tokenDataId })) } }
    case 'accept-bid':
      return {
        call: 'accept-bid',
        body: { items: traded.map(({ tokenDataId, propertyVersion }) => ({ tokenDataId, propertyVersion })) },
      }
  }
}

/** Returns drafts of other kinds about the same pieces, at prices that no one would choose. */
export function otherDrafts(action: Action, scene: CrossedScene, to: string): readonly TradeDraft[] {
  const { pieces, twins } = scene
  const cheap = pieces.map((piece) => ({ ...editionOf(piece), price: String(MIN_PRICE_OCTAS) }))
  const tokens = pieces.map(editionOf)
  const all: readonly TradeDraft[] =
    signerOf(action, scene) === scene.buyer
      ? [
          { call: 'pool-deposit', body: { octas: String(pieces[0]?.cell.price ?? 1n) } },
          ...twins.slice(0, 1).map((twin): TradeDraft => {
            const terms = { price: String(MIN_PRICE_OCTAS), aboveFloor: true, expirationTime: YEAR_2100 }
            return { call: 'token-bid', body: { ...editionOf(twin), ...terms } }
          }),
          { call: 'cancel-bid', body: { items: pieces.map(({ offer: { price: _, ...offer } }) => offer) } },
        ]
      : [
          { call: 'list', body: { items: cheap } },
          { call: 'update-price', body: { items: cheap } },
          { call: 'relist', body: { items: cheap } },
          { call: 'delist', body: { items: tokens.slice(0, 1) } },
          { call: 'accept-bid', body: { items: tokens } },
          { call: 'transfer', body: { toAddress: to, items: tokens } },
        ]
  return all.filter(({ call }) => call !== action)
}

/** Returns whether the prices that an answer shows are within what was chosen. */
export function isWithin(draft: CrossedDraft, answer: TradeAnswer): boolean {
  const traded = tradedOf(answer).map(({ tokenDataId, priceOctas }) => ({
    tokenDataId,
    octas: BigInt(priceOctas ?? 0),
  }))
  switch (draft.call) {
    case 'buy': {
      const { items } = draft.body
      const isFor = (id: string | null, octas: bigint) =>
        items.some(({ tokenDataId, maxPrice }) => tokenDataId === id && octas <= BigInt(maxPrice ?? 0))
      return traded.every(({ tokenDataId, octas }) => isFor(tokenDataId, octas))
    }
    case 'sweep':
      return sumOctas(traded.map(({ octas }) => octas)) <= BigInt(draft.body.budget ?? 0)
    case 'accept-bid': {
      const { items } = draft.body
      const isFor = (id: string | null, octas: bigint) =>
        items.some(({ tokenDataId, minPrice }) => tokenDataId === id && octas >= BigInt(minPrice ?? 0))
      return traded.every(({ tokenDataId, octas }) => isFor(tokenDataId, octas))
    }
    default:
      return false
  }
}

export function editionOf({ token }: Piece) {
  const { tokenDataId } = token
  return { tokenDataId, propertyVersion: token.standard === 'v1' ? String(token.propertyVersion) : '0' }
}

/** Returns the items that an answer trades. */
export function tradedOf({ items }: TradeAnswer): readonly TradeItem[] {
  return items.filter(({ reason }) => reason === null)
}
