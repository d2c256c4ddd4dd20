import { getToken } from '@opal/contract/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatApt, parseApt } from '../../lib/format/apt.ts'
import { canBidOn } from '../../lib/marketplace-abilities.ts'
import { useSite } from '../../lib/site.tsx'
import { useTopBid } from '../../lib/use-top-bids.ts'
import { offerPriceError, offerPriceRefusal } from './bid-rules.ts'
import { DEFAULT_EXPIRY_DAYS, expiryAfter, expiryError } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { isStillComing } from './is-still-coming.ts'
import { answerIn, tokenRows } from './item-rows.ts'
import { MoneySplitList } from './money-split-list.tsx'
import { OfferPriceField } from './offer-price-field.tsx'
import { offerSlips } from './offer-slips.ts'
import { floorWords } from './price-references.ts'
import { useSlipGuard } from './slip-guard.tsx'
import { TradeFrame } from './trade-frame.tsx'
import { TradeItems } from './trade-items.tsx'
import { TypedConfirmation } from './typed-confirmation.tsx'
import { useFieldError } from './use-field-error.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from './use-request-trade.ts'
import { VenueField } from './venue-field.tsx'

/**
 * Bids on one token: below the floor, or for rare tokens above it with a typed confirmation.
 * @source docs/product/bids.md#bid-dialog, docs/product/bids.md#above-the-floor
 */
export function BidDialog(props: TradeDialogProps<RequestOf<'token-bid' | 'bid-above-floor'>>) {
  const { token, kind } = props.request
  const aboveFloor = kind === 'bid-above-floor'
  const { api } = useSite()
  const detail = useQuery({
    queryKey: ['token', token.tokenDataId],
    queryFn: () => api(getToken, { params: { id: token.tokenDataId } }),
  })
  const floorText = detail.data?.collectionFloorPrice ?? null
  const floor = floorText === null ? null : BigInt(floorText)
  const [text, setText] = useState('')
  const [expiry, setExpiry] = useState<bigint | null>(() => expiryAfter(DEFAULT_EXPIRY_DAYS, Date.now()))
  const [marketplace, setMarketplace] = useState<string | null>(null)
  const [isSure, setSure] = useState(false)
  const octas = parseApt(text)
  const error = offerPriceError(text, octas, aboveFloor ? null : floor)
  const fieldError = useFieldError(text, error)
  const refusal = offerPriceRefusal(octas)
  const isAbove = aboveFloor && floor !== null && octas !== null && octas >= floor
  const topBid = useTopBid({ ...token, topBid: detail.data?.topBid ?? null })?.price ?? null
  const known = { floor: floorText, lastSale: detail.data?.lastSalePrice ?? null, topBid }
  const guard = useSlipGuard(offerSlips(token.name, octas, known))
  const isBlank = error !== null || refusal !== null || expiryError(expiry, Date.now()) !== null
  const venue = marketplace === null ? {} : { marketplace }
  const terms = { price: String(octas), expirationTime: String(expiry), aboveFloor, ...venue }
  const draft = isBlank ? null : ({ call: 'token-bid', body: { tokenDataId: token.tokenDataId, ...terms } } as const)
  const trade = useRequestTrade(props, draft, token)
  const answer = answerIn(trade.state)
  const change = (next: string) => {
    setText(next)
    setSure(false)
  }
  return (
    <TradeFrame
      words={trade.words}
      width={480}
      trade={trade}
      onClose={props.onClose}
      isBlank={isBlank}
      refusal={error === null ? refusal : null}
      isHeld={isStillComing(detail) || (isAbove && !isSure) || guard.isHeld}
      what={
        <TradeItems
          label="Token to bid on"
          rows={tokenRows([{ ...token, marketplace: null, listedPrice: null }], answer).map((row) => ({
            ...row,
            note: row.price === null ? null : floorWords(BigInt(row.price), floor),
          }))}
        />
      }
      form={
        <>
          <OfferPriceField value={text} error={fieldError} onChange={change} floor={floorText} topBid={topBid} />
          <ExpiryField value={expiry} onChange={setExpiry} />
          <VenueField value={marketplace} onChange={setMarketplace} isOpen={(venue) => canBidOn(venue, 'token')} />
          {isAbove ? (
            <TypedConfirmation key={text} phrase={text.trim()} onChange={setSure}>
              The cheapest token of this collection costs {formatApt(floor)} APT. You offer more than that for this one.
            </TypedConfirmation>
          ) : (
            guard.field
          )}
        </>
      }
      split={answer !== null && <MoneySplitList story="bid" answer={answer} />}
    />
  )
}
