import { isCredibleTraitFloor, LEAST_LISTED } from '@opal/domain/portfolio/exit-choice'
import { Button } from '@opal/ui/controls/button'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../../../app/site.tsx'
import { collectionDetailQuery } from '../../../../entities/collection/collection-detail-query.ts'
import { conditionLabels } from '../../../../entities/token/token-condition.ts'
import { toOctas } from '../../../../shared/format/apt.ts'
import { formatCount } from '../../../../shared/format/number.ts'
import { isFirstLoad, isUnknown } from '../../../../shared/hooks/is-first-load.ts'
import { TradeFrame } from '../../dialog/trade-frame.tsx'
import { useFieldError } from '../../fields/use-field-error.ts'
import { answerIn } from '../../items/item-rows.ts'
import { LookAlikeWarnings, useLookAlikes } from '../../items/look-alike-warnings.tsx'
import { MoneySplitList } from '../../money/money-split-list.tsx'
import { usePriceGuard } from '../../price-guard/price-guard.tsx'
import { useBidFloors } from '../../price-guard/use-bid-floors.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../../quote/use-request-trade.ts'
import { blankBid, offerPriceError, offerPriceRefusal } from '../bid-rules.ts'
import { BidSizeField } from '../bid-size-field.tsx'
import { BidSubject } from '../bid-subject.tsx'
import { cheapestInstead } from '../buy-instead.ts'
import { ExpiryField, useExpiry } from '../expiry-field.tsx'
import { copyNote } from '../mint-note.ts'
import { offerAnomalies } from '../offer-price-anomalies.ts'
import { OfferPriceField } from '../offer-price-field.tsx'
import { DepositField, usePoolPayment } from '../pool-fields.tsx'
import { useTypedBid } from '../use-typed-bid.ts'
import styles from './set-bid-dialog.module.css'
import { FIT_SOURCE, type FittingSet, useAnnouncement, useFittingSet } from './use-fitting-set.ts'

/**
 * Bids on every token of a collection that fits a condition, paid by the bidder's pool. The page builds the set from the list of
 * tokens and signs its root.
 * @source docs/product/bids.md#bids-on-sets
 */
export function SetBidDialog(props: TradeDialogProps<RequestOf<'set-bid'>>) {
  const { collection, condition } = props.request
  const terms = useSetBidTerms(props.request, props.walletAddress)
  const { fitting } = terms
  const subject = { name: collection.collectionName, image: collection.collectionImage }
  const trade = useRequestTrade(props, terms.draft, subject)
  const answer = answerIn(trade.state)
  const fieldError = useFieldError(terms.text, terms.error ?? terms.refusal)
  const lookAlikes = useLookAlikes([collection.collectionId])
  return (
    <TradeFrame
      labels={trade.labels}
      flow="pool-bid"
      width={480}
      trade={trade}
      onClose={props.onClose}
      blank={terms.blank}
      refusal={terms.error === null ? terms.refusal : null}
      isLooking={terms.isLooking || lookAlikes.isLooking}
      guard={terms.guard}
      what={
        <>
          <BidSubject
            label="Items to bid on"
            {...subject}
            place={sizeLabel(fitting)}
            answer={answer}
            floor={fitting.floor}
            ofTrait
          />
          <ul className={styles.condition} aria-label="The bid is for items with">
            {conditionLabels(condition).map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      }
      form={
        <>
          {terms.problem !== null && (
            <div className={styles.problem} role="alert">
              <span>{terms.problem}</span>
              <Button size="sm" onClick={terms.retry}>
                Try again
              </Button>
            </div>
          )}
          <LookAlikeWarnings {...lookAlikes} />
          <OfferPriceField
            label="Bid price per item"
            value={terms.text}
            error={fieldError}
            onChange={terms.setText}
            floor={fitting.floor}
            topBid={fitting.topBid}
            purchase={cheapestInstead(collection, fitting.floor, props.onClose, condition)}
            ofTrait
          />
          <BidSizeField value={terms.sizeText} onChange={terms.setSizeText} />
          <ExpiryField {...terms.expiryField} />
          <DepositField pool={terms.pool} price={terms.price} size={terms.size} />
          <p className={styles.note}>
            The bid covers the items that match now, even if their traits change later. {FIT_SOURCE}
          </p>
          {terms.copyNote !== null && <p className={styles.note}>{terms.copyNote}</p>}
        </>
      }
      sum={{ label: 'Total with gas', octas: answer?.split.totalOctas }}
      split={answer !== null && <MoneySplitList flow="pool-bid" answer={answer} />}
    />
  )
}

function sizeLabel({ size }: FittingSet): string {
  if (size === null) return 'Trait bid'
  return size === 1 ? 'Trait bid · 1 matching item' : `Trait bid · ${formatCount(size)} matching items`
}

/** Holds the form of a bid on a set, the set, and the draft, which is null until the form is valid and the set is announced. */
function useSetBidTerms(request: RequestOf<'set-bid'>, wallet: string) {
  const { collection, condition, price, size: wanted = 1, budget = '0' } = request
  const { collectionId, collectionName } = collection
  const fitting = useFittingSet({ collectionId, condition }, wallet)
  const { api } = useSite()
  const metrics = useQuery(collectionDetailQuery(api, collectionId))
  const typed = useTypedBid(price, wanted)
  const { text, price: octas, size } = typed
  const { expiry, field: expiryField } = useExpiry(undefined)
  const { floor, topBid } = fitting
  // How long the cheapest matching item has been for sale is unknown, so its price only bounds bids below it; higher ones have to be confirmed.
  const bound = floor === null || (octas !== null && octas >= BigInt(floor)) ? null : BigInt(floor)
  const { floorPrice = null, lastSalePrice = null } = metrics.data ?? {}
  const floors = useBidFloors(collectionId, floorPrice, wallet)
  const collectionFloor = floors.usual ?? toOctas(floorPrice)
  // With enough matching listings the collection's last sale says nothing: the items may be far rarer. Far above the collection's floor
  // they may all be one seller's.
  const isBound =
    floor !== null && fitting.listed >= LEAST_LISTED && isCredibleTraitFloor(BigInt(floor), collectionFloor)
  const guard = usePriceGuard(
    offerAnomalies(`a matching item of ${collectionName}`, octas, {
      floor,
      ownAsk: fitting.ownAsk,
      usualFloor: bound,
      ...(isBound ? { lastSale: null } : { lastSale: lastSalePrice, collectionFloor }),
      topBid,
      size,
    }),
    fitting.isUncompared || isUnknown(metrics),
  )
  const error = offerPriceError(text, octas, null)
  const refusal = offerPriceRefusal(octas)
  const pool = usePoolPayment(wallet, octas, true, BigInt(budget))
  const form = { text, isPriced: error === null && refusal === null, isSized: size !== null, expiry: expiry.seconds }
  const formBlank = blankBid(form) ?? pool.blank
  const announcement = useAnnouncement({ collectionId, condition }, formBlank === null ? fitting.set : null)
  const blank = setBlank(fitting) ?? formBlank ?? (announcement.isDone ? null : (announcement.problem ?? ANNOUNCING))
  const setRoot = fitting.set?.root
  const terms = { collectionId, price: String(octas), size: size ?? 1, expirationTime: String(expiry.seconds) }
  return {
    fitting,
    copyNote: copyNote(metrics.data),
    guard,
    blank,
    error,
    refusal,
    problem: fitting.problem ?? announcement.problem,
    isLooking: fitting.isLooking || isFirstLoad(metrics) || floors.isLooking,
    ...typed,
    expiryField,
    pool,
    // The matching items may have changed; otherwise the same set is announced again.
    retry: () => {
      fitting.retry()
      announcement.retry()
    },
    draft:
      blank !== null || setRoot === undefined
        ? null
        : ({ call: 'pool-bid', body: { ...terms, setRoot, deposit: pool.deposit } } as const),
  }
}

const ANNOUNCING = 'Publishing the list of items so their holders can find the bid.'

/** Returns what is missing of the set; null once it is built. */
function setBlank({ set, size, problem }: FittingSet): string | null {
  if (set !== null) return null
  if (problem !== null) return problem
  return size === 0 ? 'No items match.' : 'Finding the items that match.'
}
