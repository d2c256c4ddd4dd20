import type { MarketplaceInfo } from '@opal/contract/network'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { collectionDetailQuery } from '../../../entities/collection/collection-detail-query.ts'
import { canBidOn } from '../../../entities/order/marketplace-abilities.ts'
import { useCollectionTopBid } from '../../../entities/order/top-bids.ts'
import { isFirstLoad, isUnknown } from '../../../shared/hooks/is-first-load.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { MarketplaceField, useMarketplaceChoice } from '../fields/marketplace-field.tsx'
import { useFieldError } from '../fields/use-field-error.ts'
import { answerIn } from '../items/item-rows.ts'
import { LookAlikeWarnings, useLookAlikes } from '../items/look-alike-warnings.tsx'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { useBidFloors } from '../price-guard/use-bid-floors.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { blankBid, offerPriceError, offerPriceRefusal } from './bid-rules.ts'
import { BidSizeField } from './bid-size-field.tsx'
import { BidSubject } from './bid-subject.tsx'
import { cheapestInstead } from './buy-instead.ts'
import { ExpiryField, endOf, useExpiry } from './expiry-field.tsx'
import { mintNote } from './mint-note.ts'
import { offerAnomalies } from './offer-price-anomalies.ts'
import styles from './offer-price-field.module.css'
import { OfferPriceField } from './offer-price-field.tsx'
import { PoolFields, usePoolPayment } from './pool-fields.tsx'
import { useTypedBid } from './use-typed-bid.ts'

/** Bids on any tokens of a collection, as many as wanted. */
export function CollectionBidDialog(props: TradeDialogProps<RequestOf<'collection-bid'>>) {
  const { collection, price } = props.request
  const terms = useBidTerms(collection, props.walletAddress, price)
  const { pool } = terms
  const { floor, topBid, error, refusal } = terms
  const fieldError = useFieldError(terms.text, error ?? refusal)
  const lookAlikes = useLookAlikes([collection.collectionId])
  const subject = { name: collection.collectionName, image: collection.collectionImage }
  const trade = useRequestTrade(props, terms.draft, subject)
  const answer = answerIn(trade.state)
  return (
    <TradeFrame
      labels={trade.labels}
      flow={pool.pays ? 'pool-bid' : 'bid'}
      width={480}
      trade={trade}
      onClose={props.onClose}
      blank={terms.blank}
      refusal={error === null ? refusal : null}
      isLooking={terms.isLooking || lookAlikes.isLooking}
      guard={terms.guard}
      what={
        <BidSubject label="Collection to bid on" {...subject} place="Collection bid" answer={answer} floor={floor} />
      }
      form={
        <>
          <LookAlikeWarnings {...lookAlikes} />
          <OfferPriceField
            label="Bid price per item"
            value={terms.text}
            error={fieldError}
            onChange={terms.setText}
            floor={floor}
            topBid={topBid}
            usualFloor={terms.usualFloor}
            purchase={cheapestInstead(collection, terms.buyable, props.onClose)}
          />
          <BidSizeField value={terms.sizeText} onChange={terms.setSizeText} />
          {terms.mintNote !== null && <p className={styles.fact}>{terms.mintNote}</p>}
          <ExpiryField {...terms.expiryField} />
          {pool.isOffered && <PoolFields pool={pool} price={terms.price} size={terms.size} />}
          {!pool.pays && (
            <MarketplaceField value={terms.marketplace} onChange={terms.setMarketplace} isOpen={takesCollectionBids} />
          )}
        </>
      }
      sum={{ label: 'Total with gas', octas: answer?.split.totalOctas }}
      split={answer !== null && <MoneySplitList flow={pool.pays ? 'pool-bid' : 'bid'} answer={answer} />}
    />
  )
}

/** Holds the form of a collection bid, its reference prices, and the draft, which is null until the form is valid. */
function useBidTerms(
  { collectionId, collectionName }: RequestOf<'collection-bid'>['collection'],
  wallet: string,
  price?: string,
) {
  const { api } = useSite()
  const metrics = useQuery(collectionDetailQuery(api, collectionId))
  const typed = useTypedBid(price, 1)
  const { text, price: octas, size } = typed
  const [marketplace, setMarketplace, place] = useMarketplaceChoice(takesCollectionBids)
  const { floorPrice: floor = null, lastSalePrice: lastSale = null } = metrics.data ?? {}
  const floors = useBidFloors(collectionId, floor, wallet)
  const topBid = useCollectionTopBid(collectionId, metrics.data?.topBid ?? null)
  const guard = usePriceGuard(
    offerAnomalies(`one item of ${collectionName}`, octas, {
      floor: floors.others,
      ownAsk: floors.own,
      usualFloor: floors.usual,
      lastSale,
      topBid,
      size,
    }),
    isUnknown(metrics),
  )
  const error = offerPriceError(text, octas, floors.usual)
  const refusal = offerPriceRefusal(octas)
  const pool = usePoolPayment(wallet, octas)
  // A bid that the pool pays is on our own marketplace.
  const { expiry, field: expiryField } = useExpiry(pool.pays ? undefined : place)
  const isPriced = error === null && refusal === null
  const form = { text, isPriced, isSized: size !== null, expiry: expiry.seconds }
  const blank = blankBid(form) ?? pool.blank
  const terms = { collectionId, price: String(octas), size: size ?? 1, expirationTime: String(expiry.seconds) }
  const chosen = marketplace === null ? {} : { marketplace }
  const draft = pool.pays
    ? ({ call: 'pool-bid', body: { ...terms, deposit: pool.deposit } } as const)
    : ({ call: 'collection-bid', body: { ...terms, ...chosen }, ...endOf(expiry) } as const)
  return {
    isLooking: isFirstLoad(metrics) || floors.isLooking,
    floor,
    topBid,
    guard,
    blank,
    error,
    refusal,
    usualFloor: floors.usual,
    buyable: floors.others,
    ...typed,
    mintNote: mintNote(metrics.data),
    expiryField,
    marketplace,
    setMarketplace,
    pool,
    draft: blank !== null ? null : draft,
  }
}

function takesCollectionBids(marketplace: MarketplaceInfo): boolean {
  return canBidOn(marketplace, 'collection')
}
