import { getCollection } from '@opal/contract/endpoints/get-collection'
import { Button } from '@opal/ui/button'
import { TextField } from '@opal/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseApt } from '../../lib/format/apt.ts'
import { canBidOn } from '../../lib/marketplace-abilities.ts'
import { useSite } from '../../lib/site.tsx'
import { MOST_TOKENS, offerPriceError, offerPriceRefusal, parseBidSize } from './bid-rules.ts'
import { DEFAULT_EXPIRY_DAYS, expiryAfter, expiryError } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { answerIn } from './item-rows.ts'
import { MoneySplitList } from './money-split-list.tsx'
import { OfferPriceField } from './offer-price-field.tsx'
import { offerSlips } from './offer-slips.ts'
import styles from './price-presets.module.css'
import { useSlipGuard } from './slip-guard.tsx'
import { TradeFrame } from './trade-frame.tsx'
import { TradeItems } from './trade-items.tsx'
import { isStillComing } from './use-price-slips.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from './use-request-trade.ts'
import { VenueField } from './venue-field.tsx'

const SIZE_PRESETS = [1, 3, 5, 10] as const

/** Bids on any tokens of a collection, as many as wanted. */
export function CollectionBidDialog(props: TradeDialogProps<RequestOf<'collection-bid'>>) {
  const { collection } = props.request
  const { api } = useSite()
  const figures = useQuery({
    queryKey: ['collection', collection.collectionId],
    queryFn: () => api(getCollection, { params: { id: collection.collectionId } }),
  })
  const floorText = figures.data?.floorPrice ?? null
  const [text, setText] = useState('')
  const [sizeText, setSizeText] = useState('1')
  const [expiry, setExpiry] = useState<bigint | null>(() => expiryAfter(DEFAULT_EXPIRY_DAYS, Date.now()))
  const [marketplace, setMarketplace] = useState<string | null>(null)
  const octas = parseApt(text)
  const topBid = figures.data?.topBid ?? null
  const known = { floor: floorText, lastSale: figures.data?.lastSalePrice ?? null, topBid }
  const guard = useSlipGuard(offerSlips(`one token of ${collection.collectionName}`, octas, known))
  const size = parseBidSize(sizeText)
  const error = offerPriceError(text, octas, floorText === null ? null : BigInt(floorText))
  const refusal = offerPriceRefusal(octas)
  const isBlank = error !== null || refusal !== null || size === null || expiryError(expiry, Date.now()) !== null
  const venue = marketplace === null ? {} : { marketplace }
  const terms = { price: String(octas), size: size ?? 1, expirationTime: String(expiry), ...venue }
  const body = { collectionId: collection.collectionId, ...terms }
  const draft = isBlank ? null : ({ call: 'collection-bid', body } as const)
  const subject = { name: collection.collectionName, image: collection.collectionImage }
  const trade = useRequestTrade(props, draft, subject)
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      words={trade.words}
      width={480}
      trade={trade}
      onClose={props.onClose}
      isBlank={isBlank}
      refusal={error === null ? refusal : null}
      isHeld={isStillComing(figures) || guard.isHeld}
      what={
        <TradeItems
          label="Collection to bid on"
          rows={[
            {
              ...subject,
              key: 'it',
              place: 'Any token of the collection',
              marketplace: null,
              price: null,
              reason: null,
            },
          ]}
        />
      }
      form={
        <>
          <OfferPriceField
            label="Offer price per token"
            value={text}
            error={text === '' ? undefined : (error ?? undefined)}
            onChange={setText}
            floor={floorText}
            topBid={topBid}
          />
          <div className={styles.price}>
            <TextField
              label="How many"
              inputMode="numeric"
              value={sizeText}
              error={size === null ? `A number from 1 to ${MOST_TOKENS}` : undefined}
              onChange={(event) => setSizeText(event.target.value)}
            />
            <fieldset className={styles.presets} aria-label="Usual sizes">
              {SIZE_PRESETS.map((preset) => (
                <Button
                  key={preset}
                  size="sm"
                  aria-pressed={size === preset}
                  onClick={() => setSizeText(String(preset))}
                >
                  {preset}
                </Button>
              ))}
            </fieldset>
          </div>
          <ExpiryField value={expiry} onChange={setExpiry} />
          <VenueField value={marketplace} onChange={setMarketplace} isOpen={(venue) => canBidOn(venue, 'collection')} />
          {guard.field}
        </>
      }
      split={answer !== null && <MoneySplitList story="bid" answer={answer} />}
    />
  )
}
