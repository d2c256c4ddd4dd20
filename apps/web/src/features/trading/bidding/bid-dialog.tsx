import type { MarketplaceInfo } from '@opal/contract/network'
import type { TokenDetail } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { listedToken, listingFor } from '../../../entities/order/listed-token.ts'
import { canBidOn, canBuyOn } from '../../../entities/order/marketplace-abilities.ts'
import { useTopBid } from '../../../entities/order/top-bids.ts'
import { parseApt, toOctas } from '../../../shared/format/apt.ts'
import { isFirstLoad, isUnknown } from '../../../shared/hooks/is-first-load.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { MarketplaceField, useMarketplaceChoice } from '../fields/marketplace-field.tsx'
import { useFieldError } from '../fields/use-field-error.ts'
import { tokenDetailQuery } from '../items/detail-queries.ts'
import { answerIn, chosenEdition, tokenRows } from '../items/item-rows.ts'
import { LookAlikeWarnings, useLookAlikes } from '../items/look-alike-warnings.tsx'
import { TradeItems } from '../items/trade-items.tsx'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { floorLabel, priceReferences } from '../price-guard/price-references.ts'
import { useLiveReferences } from '../price-guard/use-live-references.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { blankBid, offerPriceError, offerPriceRefusal } from './bid-rules.ts'
import { openInstead } from './buy-instead.ts'
import { ExpiryField, endOf, useExpiry } from './expiry-field.tsx'
import { aboveFloorAnomaly, offerAnomalies } from './offer-price-anomalies.ts'
import { type OfferedPurchase, OfferPriceField } from './offer-price-field.tsx'

/**
 * Bids on one token: below the floor, or for rare tokens above it with a typed confirmation.
 * @source docs/product/bids.md#bid-dialog, docs/product/bids.md#above-the-floor
 */
export function BidDialog(props: TradeDialogProps<RequestOf<'token-bid' | 'bid-above-floor'>>) {
  const { token, kind } = props.request
  const terms = useTokenBidTerms(props.request)
  const { floor } = terms
  const fieldError = useFieldError(terms.text, terms.error ?? terms.refusal)
  const purchase = useItselfInstead(terms.detail, props)
  const lookAlikes = useLookAlikes([token.collectionId])
  const trade = useRequestTrade(props, terms.draft, token)
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      labels={trade.labels}
      flow="bid"
      width={480}
      trade={trade}
      onClose={props.onClose}
      blank={terms.blank}
      refusal={terms.error === null ? terms.refusal : null}
      isLooking={terms.isLooking || lookAlikes.isLooking}
      guard={terms.guard}
      what={
        <TradeItems
          label="Item to bid on"
          rows={tokenRows([{ ...token, marketplace: null, listedPrice: null }], answer).map((row) => ({
            ...row,
            note: row.price === null ? null : floorLabel(BigInt(row.price), toOctas(floor)),
          }))}
        />
      }
      form={
        <>
          <LookAlikeWarnings {...lookAlikes} />
          <OfferPriceField
            value={terms.text}
            error={fieldError}
            onChange={terms.setText}
            floor={floor}
            topBid={terms.topBid}
            usualFloor={kind === 'bid-above-floor' ? null : terms.usualFloor}
            purchase={purchase}
          />
          <ExpiryField {...terms.expiryField} />
          <MarketplaceField value={terms.marketplace} onChange={terms.setMarketplace} isOpen={takesTokenBids} />
        </>
      }
      sum={{ label: 'Total with gas', octas: answer?.split.totalOctas }}
      split={answer !== null && <MoneySplitList flow="bid" answer={answer} />}
    />
  )
}

/** Holds the form of a bid on a token, its reference prices, and the draft, which is null until the form is valid. */
function useTokenBidTerms({ token, kind }: RequestOf<'token-bid' | 'bid-above-floor'>) {
  const aboveFloor = kind === 'bid-above-floor'
  const { api } = useSite()
  const detail = useQuery(tokenDetailQuery(api, token.tokenDataId))
  useLiveReferences(token, ['token', token.tokenDataId])
  const {
    collectionFloorPrice: floor = null,
    lastSalePrice: lastSale = null,
    collectionLastSalePrice: collectionSale = null,
  } = detail.data ?? {}
  const { usualFloor } = priceReferences(detail.data)
  const topBid = useTopBid({ ...token, topBid: detail.data?.topBid ?? null })?.price ?? null
  const [text, setText] = useState('')
  const [marketplace, setMarketplace, place] = useMarketplaceChoice(takesTokenBids)
  const { expiry, field: expiryField } = useExpiry(place)
  const octas = parseApt(text)
  const error = offerPriceError(text, octas, aboveFloor ? null : usualFloor)
  const refusal = offerPriceRefusal(octas)
  const floorOctas = toOctas(floor)
  const isAbove = aboveFloor && floorOctas !== null && octas !== null && octas >= floorOctas
  const guard = usePriceGuard(
    isAbove
      ? [aboveFloorAnomaly(token.name, octas, floorOctas)]
      : offerAnomalies(token.name, octas, { floor, usualFloor, lastSale, collectionSale, topBid }),
    isUnknown(detail),
  )
  const blank = blankBid({ text, isPriced: error === null && refusal === null, expiry: expiry.seconds })
  const chosen = marketplace === null ? {} : { marketplace }
  const terms = { price: String(octas), expirationTime: String(expiry.seconds), aboveFloor, ...chosen }
  const bid = { call: 'token-bid', body: { ...chosenEdition(token), ...terms }, ...endOf(expiry) } as const
  return {
    detail: detail.data,
    isLooking: isFirstLoad(detail),
    floor,
    usualFloor,
    topBid,
    guard,
    blank,
    error,
    refusal,
    text,
    setText,
    expiryField,
    marketplace,
    setMarketplace,
    draft: blank !== null ? null : bid,
  }
}

/** Returns the purchase of the token itself, where it is for sale to the bidder; null where it is not. */
function useItselfInstead(
  detail: TokenDetail | undefined,
  { walletAddress, onClose }: TradeDialogProps,
): OfferedPurchase | null {
  const { marketplaces } = useSite()
  const listing = detail === undefined ? null : listingFor(detail, walletAddress)
  if (detail === undefined || !canBuyOn(marketplaces.find(({ id }) => id === listing?.marketplace))) return null
  const tokens = [listedToken(detail, listing)]
  return listing === null ? null : { price: listing.price, open: () => openInstead({ kind: 'buy', tokens }, onClose) }
}

function takesTokenBids(marketplace: MarketplaceInfo): boolean {
  return canBidOn(marketplace, 'token')
}
