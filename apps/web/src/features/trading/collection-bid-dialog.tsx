import { getCollection } from '@opal/contract/collections'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseApt } from '../../lib/format/apt.ts'
import { canBidOn } from '../../lib/marketplace-abilities.ts'
import { useSite } from '../../lib/site.tsx'
import { useCollectionTopBid } from '../../lib/use-top-bids.ts'
import { offerPriceError, offerPriceRefusal, parseBidSize } from './bid-rules.ts'
import { BidSizeField } from './bid-size-field.tsx'
import { DEFAULT_EXPIRY_DAYS, expiryAfter, expiryError } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { isStillComing } from './is-still-coming.ts'
import { answerIn } from './item-rows.ts'
import { MoneySplitList } from './money-split-list.tsx'
import { OfferPriceField } from './offer-price-field.tsx'
import { offerSlips } from './offer-slips.ts'
import { floorWords } from './price-references.ts'
import { useSlipGuard } from './slip-guard.tsx'
import { TradeFrame } from './trade-frame.tsx'
import { TradeItems } from './trade-items.tsx'
import { useFieldError } from './use-field-error.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from './use-request-trade.ts'
import { VenueField } from './venue-field.tsx'

/** Where and for how much each of how many is bid; nothing until that is known. */
function bidRow(answer: TradeAnswer | null, floor: string | null) {
  const { marketplace = null, priceOctas: price = null, quantity = '1' } = answer?.items[0] ?? {}
  if (price === null) return { marketplace: null, price: null, reason: null }
  const notes = [
    quantity !== '1' && `each of ${quantity}`,
    floorWords(BigInt(price), floor === null ? null : BigInt(floor)),
  ]
  return { marketplace, price, reason: null, note: notes.filter(Boolean).join(', ') }
}

/** Bids on any tokens of a collection, as many as wanted. */
export function CollectionBidDialog(props: TradeDialogProps<RequestOf<'collection-bid'>>) {
  const { collection } = props.request
  const terms = useBidTerms(collection)
  const { figures, floor, topBid, error, refusal } = terms
  const fieldError = useFieldError(terms.text, error)
  const subject = { name: collection.collectionName, image: collection.collectionImage }
  const trade = useRequestTrade(props, terms.draft, subject)
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      words={trade.words}
      width={480}
      trade={trade}
      onClose={props.onClose}
      isBlank={terms.draft === null}
      refusal={error === null ? refusal : null}
      isHeld={isStillComing(figures) || terms.guard.isHeld}
      what={
        <TradeItems
          label="Collection to bid on"
          rows={[{ ...subject, key: 'it', place: 'Any token of the collection', ...bidRow(answer, floor) }]}
        />
      }
      form={
        <>
          <OfferPriceField
            label="Offer price per token"
            value={terms.text}
            error={fieldError}
            onChange={terms.setText}
            floor={floor}
            topBid={topBid}
          />
          <BidSizeField value={terms.sizeText} onChange={terms.setSizeText} />
          <ExpiryField value={terms.expiry} onChange={terms.setExpiry} />
          <VenueField
            value={terms.marketplace}
            onChange={terms.setMarketplace}
            isOpen={(venue) => canBidOn(venue, 'collection')}
          />
          {terms.guard.field}
        </>
      }
      split={answer !== null && <MoneySplitList story="bid" answer={answer} />}
    />
  )
}

/** What is typed, what is known of the collection to hold it against, and the draft: null until all is right. */
function useBidTerms({ collectionId, collectionName }: RequestOf<'collection-bid'>['collection']) {
  const { api } = useSite()
  const figures = useQuery({
    queryKey: ['collection', collectionId],
    queryFn: () => api(getCollection, { params: { id: collectionId } }),
  })
  const [text, setText] = useState('')
  const [sizeText, setSizeText] = useState('1')
  const [expiry, setExpiry] = useState<bigint | null>(() => expiryAfter(DEFAULT_EXPIRY_DAYS, Date.now()))
  const [marketplace, setMarketplace] = useState<string | null>(null)
  const { floorPrice: floor = null, lastSalePrice: lastSale = null } = figures.data ?? {}
  const topBid = useCollectionTopBid(collectionId, figures.data?.topBid ?? null)
  const octas = parseApt(text)
  const size = parseBidSize(sizeText)
  const guard = useSlipGuard(offerSlips(`one token of ${collectionName}`, octas, { floor, lastSale, topBid }))
  const error = offerPriceError(text, octas, floor === null ? null : BigInt(floor))
  const refusal = offerPriceRefusal(octas)
  const isBlank = error !== null || refusal !== null || size === null || expiryError(expiry, Date.now()) !== null
  const venue = marketplace === null ? {} : { marketplace }
  const body = { collectionId, price: String(octas), size: size ?? 1, expirationTime: String(expiry), ...venue }
  return {
    ...{ figures, floor, topBid, guard, error, refusal },
    ...{ text, setText, sizeText, setSizeText, expiry, setExpiry, marketplace, setMarketplace },
    draft: isBlank ? null : ({ call: 'collection-bid', body } as const),
  }
}
