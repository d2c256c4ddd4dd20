import type { MarketplaceInfo } from '@opal/contract/network'
import type { Listing } from '@opal/contract/shapes/orders'
import type { TokenDetail } from '@opal/contract/tokens'
import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../../app/site.tsx'
import { listPriceNote, listPriceRefusal } from '../../../../entities/order/list-price.ts'
import type { TradeToken } from '../../../../entities/order/trade-request.ts'
import { editionKey } from '../../../../entities/token/edition.ts'
import { useTokenActivity } from '../../../../entities/token/use-token-activity.ts'
import { parseApt, plainApt, toOctas } from '../../../../shared/format/apt.ts'
import { isFirstLoad, isUnknown } from '../../../../shared/hooks/is-first-load.ts'
import { tokenDetailQuery } from '../../items/detail-queries.ts'
import { askedAnomaly, type OthersReferences, type PriceAnomaly } from '../../price-guard/price-anomalies.ts'
import {
  basisOctas,
  breakEven,
  type PriceBasis,
  percentAdvice,
  type SellerReferences,
  withPercent,
} from '../../price-guard/price-references.ts'
import { type Holding, useHoldings } from '../../price-guard/use-holdings.ts'
import { useOthersPrices } from '../../price-guard/use-others-prices.ts'

/** A token with its typed price. */
export interface PricedToken {
  readonly token: TradeToken
  readonly text: string
  /** Its price was typed, after those of all were set. */
  readonly isByHand: boolean
  /** Null for text that is no amount. */
  readonly octas: bigint | null
  /** Octas; the price of its listing now, of one that falls that of the present step; null where it is not listed, and until that is known. */
  readonly present: bigint | null
  readonly error: string | null
  readonly anomaly: PriceAnomaly | null
  readonly references: SellerReferences
  readonly isCostLoading: boolean
  /** Its present listing; null without one, and until it is loaded. */
  readonly listing: Listing | null
  /** Octas that the price leaves over the cost after fee and royalty, negative for a loss; null where either is unknown. */
  readonly gain: bigint | null
  /** Returns the octas that a sale at a price brings after fee and royalty; null while its royalty is unknown. */
  readonly proceedsAt: (octas: bigint) => bigint | null
}

export interface PricedTokens {
  readonly rows: readonly PricedToken[]
  /** Every row has a valid amount, and the percentage can be read. */
  readonly isComplete: boolean
  /** Toast on submission; null when the prices are valid. */
  readonly refusal: string | null
  /** Reference prices are still loading. */
  readonly isLooking: boolean
  /** Those of some token could not be loaded. */
  readonly isUncompared: boolean
  /** @param key of the token in its edition. */
  setPrice(key: string, text: string): void
  /** Takes a token out of the batch; absent while there is only one. */
  readonly remove: ((key: string) => void) | undefined
  /** The basis that all prices were set to; null for none. */
  readonly basis: PriceBasis | null
  /** Sets every price to a basis plus some percent; tokens without that basis keep theirs. */
  apply(basis: PriceBasis, percent: string): void
  /** The typed percentage of several. */
  readonly percent: string
  /** The fault of the text, as a sentence; null without one. */
  readonly percentAdvice: string | null
  /** Moves the prices that were set to the basis to another percentage of it; those that were typed since stay. */
  changePercent(percent: string): void
}

const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * Holds the typed prices of tokens, and compares each with its references. A listed one has its present price until another is typed:
 * its field shows what is signed.
 * @param isListed whether the tokens are listed now.
 * @param marketplaceOf returns the marketplace of a token's listing, for its commission.
 */
export function usePricedTokens(
  tokens: readonly TradeToken[],
  isListed: boolean,
  marketplaceOf: (token: TradeToken) => MarketplaceInfo | undefined,
): PricedTokens {
  const { api } = useSite()
  const holdings = useHoldings(tokens)
  const typed = useTypedPrices()
  const { basis, percent } = typed
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  // Editions of one token share its facts.
  const ids = [...new Set(tokens.map(({ tokenDataId }) => tokenDataId))]
  const details = useQueries({ queries: ids.map((id) => tokenDetailQuery(api, id)) })
  useTokenActivity(ids)
  const others = useOthersPrices(details, true)
  // Removed tokens keep their queries, so that the others are not loaded again.
  const left = tokens.filter((token) => !removed.has(editionKey(token)))
  const rows = left.map((token) => {
    const key = editionKey(token)
    const detail = details[ids.indexOf(token.tokenDataId)]?.data
    return pricedToken(token, {
      detail,
      isListed,
      text: typed.texts[key],
      isByHand: typed.keysByHand.has(key),
      holding: holdings.of(token),
      market: others.of(detail),
      isLooking: others.isLooking || holdings.isLooking,
      commissionBps: marketplaceOf(token)?.commissionBps ?? 0,
    })
  })
  const amounts = rows.flatMap(({ octas }) => octas ?? [])
  // The field for a percentage is shown for several items only.
  const advice = rows.length < 2 ? null : percentAdvice(percent)
  const isReadable = amounts.length === rows.length && advice === null
  const refusal = isReadable ? listPriceRefusal(amounts) : null
  return {
    rows,
    isComplete: isReadable && refusal === null,
    refusal,
    isLooking: others.isLooking || holdings.isLooking || details.some(isFirstLoad),
    isUncompared: holdings.isUncompared || details.some(isUnknown),
    setPrice: typed.setPrice,
    remove: left.length < 2 ? undefined : (key) => setRemoved((before) => new Set([...before, key])),
    basis: rows.every(({ isByHand }) => isByHand) ? null : basis,
    apply: (chosen, by) => typed.apply(chosen, by, rows),
    percent,
    percentAdvice: advice,
    changePercent: (text) => typed.changePercent(text, rows),
  }
}

/** Holds the texts of the prices by key, those that were typed one by one, and the basis and percentage that the others were set to. */
function useTypedPrices() {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [basis, setBasis] = useState<PriceBasis | null>(null)
  const [percent, setPercent] = useState('')
  const [keysByHand, setKeysByHand] = useState<ReadonlySet<string>>(NO_KEYS)
  const setTo = (chosen: PriceBasis, by: string, rows: readonly PricedToken[]) => {
    const next = rows.flatMap(({ token, references, present }) => {
      const start = basisOctas(chosen, references, present)
      const octas = start === null ? null : withPercent(start, by)
      return octas === null ? [] : [[editionKey(token), plainApt(octas)] as const]
    })
    setTexts((before) => ({ ...before, ...Object.fromEntries(next) }))
  }
  return {
    texts,
    keysByHand,
    basis,
    percent,
    setPrice: (key: string, text: string) => {
      setTexts((before) => ({ ...before, [key]: text }))
      setKeysByHand((before) => new Set([...before, key]))
    },
    apply: (chosen: PriceBasis, by: string, rows: readonly PricedToken[]) => {
      setBasis(chosen)
      setKeysByHand(NO_KEYS)
      setTo(chosen, by, rows)
    },
    changePercent: (text: string, rows: readonly PricedToken[]) => {
      setPercent(text)
      if (basis === null || percentAdvice(text) !== null) return
      const others = rows.filter(({ isByHand }) => !isByHand)
      setTo(basis, text, others)
    },
  }
}

/** The known facts of a token that is priced. */
interface PricingFacts {
  readonly detail: TokenDetail | undefined
  readonly isListed: boolean
  /** The typed price; absent while the field has the one that it starts with. */
  readonly text: string | undefined
  readonly isByHand: boolean
  /** Absent until it is loaded. */
  readonly holding: Holding | undefined
  readonly market: OthersReferences
  /** The asks and bids of others are still loaded. */
  readonly isLooking: boolean
  readonly commissionBps: number
}

/** Returns a token with its price, compared with its references, and what a sale at that price leaves. */
function pricedToken(token: TradeToken, facts: PricingFacts): PricedToken {
  const { detail, isListed, isByHand, holding, commissionBps } = facts
  const listing = listingOf(token, detail)
  const present = isListed ? toOctas(listing?.price ?? token.listedPrice) : null
  const start = toOctas(token.startPrice) ?? present
  const text = facts.text ?? plainApt(start)
  const octas = parseApt(text)
  const error = listPriceNote(text)
  const references = sellerReferences(detail, facts.market, holding, commissionBps)
  const anomaly = octas === null || error !== null || facts.isLooking ? null : askedAnomaly(octas, references)
  const proceedsAt = (price: bigint) =>
    price < 0n || detail === undefined
      ? null
      : splitPrice(price, bps(commissionBps), bps(detail.royaltyBps)).sellerOctas
  const gain = octas === null ? null : gainOf(proceedsAt(octas), references.cost)
  return {
    token,
    text,
    isByHand,
    octas,
    present,
    error,
    anomaly,
    references,
    listing,
    gain,
    proceedsAt,
    isCostLoading: holding === undefined,
  }
}

/** Returns what proceeds leave over a cost; null where either is unknown. */
export function gainOf(proceeds: bigint | null, cost: bigint | null): bigint | null {
  return proceeds === null || cost === null ? null : proceeds - cost
}

function listingOf({ marketplace, listingId }: TradeToken, detail: TokenDetail | undefined): Listing | null {
  const same = detail?.listings.find((one) => one.marketplace === marketplace && one.listingId === listingId)
  return same ?? null
}

function sellerReferences(
  token: TokenDetail | undefined,
  market: OthersReferences,
  holding: Holding | undefined,
  commissionBps: number,
): SellerReferences {
  const cost = toOctas(holding?.costPrice)
  return {
    ...market,
    cost,
    breakEven: cost === null || token === undefined ? null : breakEven(cost, commissionBps, token.royaltyBps),
    topBid: toOctas(holding?.topBid),
  }
}
