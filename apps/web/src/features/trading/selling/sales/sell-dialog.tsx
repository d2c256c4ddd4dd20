import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { Button } from '@opal/ui/controls/button'
import { useState } from 'react'
import { walletPath } from '../../../../app/paths.ts'
import type { TradeSale } from '../../../../entities/order/trade-request.ts'
import { editionKey } from '../../../../entities/token/edition.ts'
import { toOctas } from '../../../../shared/format/apt.ts'
import { formatCounted } from '../../../../shared/format/number.ts'
import { useShownByDialog } from '../../confirmation/dialog-trades.ts'
import { useSubmittedTrade } from '../../confirmation/use-submitted-trade.ts'
import styles from '../../dialog/notes.module.css'
import { StepsNote } from '../../dialog/steps-note.tsx'
import { TradeFrame, type TradeSum } from '../../dialog/trade-frame.tsx'
import { answerIn, chosenEdition, tokenRow, withNotes } from '../../items/item-rows.ts'
import { type TradeItemRow, TradeItems } from '../../items/trade-items.tsx'
import { MoneySplitList } from '../../money/money-split-list.tsx'
import { usePriceGuard } from '../../price-guard/price-guard.tsx'
import { proceedsAnomalies } from '../../price-guard/proceeds-anomalies.ts'
import { useHoldings } from '../../price-guard/use-holdings.ts'
import { usePriceAnomalies } from '../../price-guard/use-price-anomalies.ts'
import { isEditable } from '../../quote/trade-state.ts'
import type { RequestOf, TradeDialogProps } from '../../quote/use-request-trade.ts'
import {
  receivedWith,
  type StepPlan,
  type TradeSteps,
  useFollowingSteps,
  useTradeSteps,
} from '../../quote/use-trade-steps.ts'
import { GainLine, type TokenGain } from '../gain-line.tsx'
import { CancelledListings } from './cancelled-listings.tsx'
import { SaleDone } from './sale-done.tsx'
import { type SaleRow, SaleTable } from './sale-table.tsx'

/** Sells tokens into bids, one or many at once: of several, the user chooses. */
export function SellDialog(props: TradeDialogProps<RequestOf<'accept-bid'>>) {
  const [isAnyBid, setAnyBid] = useState(false)
  const { candidates, chosen, canChooseAll, setChosen } = useChoice(props.request, isAnyBid)
  const steps = useTradeSteps(props, chosen, SALE_PLAN)
  const { trade, itemOf, isDone } = steps
  const { state } = trade
  const answer = answerIn(state)
  const rows = chosen.map((token) => soldRow(token, itemOf(token), isDone(token)))
  const { anomalies, isLooking, isUncompared, floorNoteOf } = usePriceAnomalies('sale', rows)
  const answered = chosen.flatMap((token) => itemOf(token) ?? [])
  const guard = usePriceGuard([...proceedsAnomalies(answered), ...anomalies], isUncompared)
  useFollowingSteps(steps, { isLooking, isHeld: guard.isHeld })
  const gainOf = useSaleGains(candidates, steps.itemOf)
  const left = chosen.filter((token) => !isDone(token))
  const isEdited = isEditable(state) && steps.at === 1 && !steps.isRunning
  const isChoice = candidates.length > 1 && isEdited
  const noted = withNotes(rows, floorNoteOf)
  const receivedOctas = receivedWith(steps.receivedOctas, answer)
  const soldId = useSingleSale(state.step === 'submitted' && chosen.length === 1 ? state.tradeId : null)
  if (soldId !== null && answer !== null) {
    return (
      <SaleDone
        tradeId={soldId}
        message={trade.labels.success}
        answer={answer}
        seller={props.walletAddress}
        onClose={props.onClose}
      />
    )
  }
  return (
    <TradeFrame
      labels={trade.labels}
      flow="sell"
      width={candidates.length > 1 ? 720 : 480}
      trade={trade}
      steps={steps}
      staysOpen
      onClose={props.onClose}
      blank={chosen.length === 0 ? 'Choose at least one item to sell.' : null}
      isLooking={isLooking}
      guard={guard}
      what={
        <>
          {isChoice ? (
            <SaleTable
              rows={candidates.map((token): SaleRow => {
                const at = chosen.indexOf(token)
                return { token, ...gainOf(token), sale: noted[at] ?? null }
              })}
              canChooseAll={canChooseAll}
              onChoose={setChosen}
            />
          ) : (
            <TradeItems label="Items" rows={noted} />
          )}
          <StepsNote steps={steps} why="These sales don’t fit in one transaction." />
          <CancelledListings items={left.flatMap((token) => itemOf(token) ?? [])} />
          {state.step === 'unavailable' && chosen.some(({ bid }) => bid !== undefined) && (
            <Button onClick={() => setAnyBid(true)}>Look for another bid</Button>
          )}
        </>
      }
      sum={sumOfLeft(answer, steps)}
      done={{
        title: soldTitle(chosen.filter(isDone).length),
        sum: receivedOctas === null ? null : { label: 'You received', octas: String(receivedOctas) },
        next: { label: 'View in portfolio', to: walletPath(props.walletAddress) },
      }}
      split={
        answer !== null && (
          <>
            <GainLine rows={left.filter((token) => itemOf(token)?.reason === null).map(gainOf)} withCost />
            {steps.of > 1 && <p className={styles.notes}>{`Transaction ${steps.at}:`}</p>}
            <MoneySplitList flow="sell" answer={answer} />
          </>
        )
      }
    />
  )
}

/** Has the dialog show the end of the sale of one item. @returns the id of the trade once it is confirmed, else null. */
function useSingleSale(tradeId: string | null): string | null {
  const isSold = useSubmittedTrade(tradeId)?.state === 'confirmed'
  useShownByDialog(tradeId)
  return isSold ? tradeId : null
}

/** Returns the row of a token that is sold, or has been. */
function soldRow(token: TradeSale, item: TradeItem | undefined, isDone: boolean): TradeItemRow {
  const { bid, leastPrice = null } = token
  const price = bid?.price ?? leastPrice
  const row = tokenRow({ ...token, marketplace: bid?.marketplace ?? null, listedPrice: price }, item)
  // A refused row crosses out the price that the user asked for, not that of a lower bid that remains.
  return {
    ...row,
    price: row.reason === null ? row.price : (price ?? row.price),
    ...(isDone && { place: 'Sold' }),
  }
}

/** Returns what this sale brings, with what the ones that follow in other transactions bring by the same quote. */
function sumOfLeft(answer: TradeAnswer | null, { later }: Pick<TradeSteps, 'later'>): TradeSum {
  if (answer === null || later.length === 0) return { label: 'You receive', octas: answer?.split.receivedOctas }
  const known = later.flatMap(({ sellerOctas }) => sellerOctas ?? [])
  const items = known.length + answer.items.filter(({ reason }) => reason === null).length
  return {
    label: `You receive for ${formatCounted(items, 'item')}`,
    octas: String(known.reduce((sum, octas) => sum + BigInt(octas), BigInt(answer.split.receivedOctas))),
  }
}

/** Says what has become of several items. */
function soldTitle(count: number): string {
  return `${formatCounted(count, 'item')} sold`
}

/**
 * Holds which of the tokens are sold: initially the requested ones.
 * @param isAnyBid ignores the requested bids.
 */
function useChoice({ tokens, others = [], atMost }: RequestOf<'accept-bid'>, isAnyBid: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(others.map(editionKey)))
  const [all] = useState(() => [...tokens, ...others])
  const [anyBid] = useState(() => all.map(({ bid: _bid, ...token }): TradeSale => token))
  const candidates = isAnyBid ? anyBid : all
  const most = atMost ?? candidates.length
  const setChosen = (keys: readonly string[], isChosen: boolean) =>
    setLeft((before) => {
      const chosenBefore = candidates.map(editionKey).filter((key) => !before.has(key) && !keys.includes(key))
      // Earlier choices are dropped where the bid takes no more.
      const earlier = isChosen ? chosenBefore.slice(0, Math.max(0, most - keys.length)) : chosenBefore
      const chosen = new Set(isChosen ? [...earlier, ...keys] : earlier)
      return new Set(candidates.map(editionKey).filter((key) => !chosen.has(key)))
    })
  return {
    candidates,
    canChooseAll: most >= candidates.length,
    chosen: candidates.filter((token) => !left.has(editionKey(token))),
    setChosen,
  }
}

/** Returns what a token cost, and what its sale leaves over it. */
function useSaleGains(
  tokens: readonly TradeSale[],
  itemOf: ReturnType<typeof useTradeSteps>['itemOf'],
): (token: TradeSale) => TokenGain & { readonly isLoading: boolean } {
  const holdings = useHoldings(tokens)
  return (token) => {
    const holding = holdings.of(token)
    const cost = toOctas(holding?.costPrice)
    const item = itemOf(token)
    const net = item?.reason === null ? item.sellerOctas : null
    return { cost, gain: cost === null || net === null ? null : BigInt(net) - cost, isLoading: holding === undefined }
  }
}

/** Sells all in one transaction where that can be, else what the API leaves for later, for no less than was shown. */
const SALE_PLAN: StepPlan<TradeSale> = {
  isCertain: false,
  groups: (tokens) => (tokens.length === 0 ? [] : [tokens]),
  draft: (tokens, shown) => ({
    call: 'accept-bid',
    body: { items: tokens.map((token) => saleOf(token, shown.get(editionKey(token))?.priceOctas ?? null)) },
  }),
  isConfirmed(item, shown, { priceGuard }) {
    // Compared after fees: a royalty may have risen at the same price.
    const [net, confirmed] = [item.sellerOctas, shown?.sellerOctas ?? null]
    return (
      net !== null &&
      confirmed !== null &&
      BigInt(net) >= BigInt(confirmed) &&
      item.marketplace === shown?.marketplace &&
      item.listing?.listingId === shown.listing?.listingId &&
      priceGuard !== 'none'
    )
  },
}

/** Returns a sale for at least the price that the user saw; without a bid the API finds the best one. */
function saleOf({ bid, leastPrice, ...token }: TradeSale, leastOctas: string | null) {
  const least = leastOctas ?? bid?.price ?? leastPrice ?? null
  return {
    ...chosenEdition(token),
    ...(bid !== undefined && { marketplace: bid.marketplace, offerId: bid.offerId }),
    ...(least !== null && { minPrice: least }),
  }
}
