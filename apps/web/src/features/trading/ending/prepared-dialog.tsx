import type { TradeItem } from '@opal/contract/trading/trade'
import type { PreparedTrade } from '../../../entities/order/trade-request.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { proceedsLabel } from '../dialog/trade-labels.ts'
import { answerIn, answerRows, withNotes } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { type MoneyFlow, MoneySplitList } from '../money/money-split-list.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { proceedsAnomalies } from '../price-guard/proceeds-anomalies.ts'
import { useHoldings } from '../price-guard/use-holdings.ts'
import { usePriceAnomalies } from '../price-guard/use-price-anomalies.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'

/** A transaction that another feature has built, through the same steps as every trade. */
export function PreparedDialog(props: TradeDialogProps<RequestOf<'prepared'>>) {
  const { prepared } = props.request
  const subject = { name: prepared.what, image: prepared.image }
  const trade = useRequestTrade(props, { call: 'prepared', prepared }, subject)
  const answer = answerIn(trade.state)
  const { newPrices = [] } = prepared
  const holdings = useHoldings(newPrices)
  const { anomalies, isLooking, isUncompared, floorNoteOf } = usePriceAnomalies(
    'listing',
    newPrices.map((one) => ({ ...one, reason: null, topBid: holdings.of(one)?.topBid ?? null })),
  )
  const isListed = prepared.chosen.call === 'relist'
  const moved = isListed ? (answer?.items ?? []) : []
  const guard = usePriceGuard([...proceedsAnomalies(moved), ...anomalies], isUncompared || holdings.isUncompared)
  const blank = { ...subject, key: 'it', tokenDataId: null, place: null, marketplace: null, price: null, reason: null }
  const places = new Map(newPrices.map(({ tokenDataId, place }) => [tokenDataId, place]))
  const named = answer === null ? [] : answerRows(answer.items, prepared.what)
  // A single order is named by `prepared.what`.
  const orders = named.length > 1 ? (answer?.items ?? []).map((item) => orderOf(prepared, item)) : []
  const counts = orders.map((order) =>
    order === undefined || order.quantity === '1' ? null : `each of ${formatCount(order.quantity)}`,
  )
  const rows =
    answer === null
      ? [blank]
      : named.map((row, at) => ({
          ...row,
          place: places.get(row.tokenDataId ?? '') ?? null,
          ...orderLine(orders[at]),
        }))
  return (
    <TradeFrame
      labels={trade.labels}
      flow={flowOf(prepared)}
      width={480}
      trade={trade}
      onClose={props.onClose}
      // The feature that built the transaction shows its outcome.
      staysOpen={false}
      what={
        <TradeItems
          label="Items"
          rows={withNotes(rows, floorNoteOf).map((row, at) => ({ ...row, note: counts[at] ?? row.note ?? null }))}
        />
      }
      isLooking={isLooking || holdings.isLooking}
      guard={guard}
      {...(isListed && { sum: { label: proceedsLabel(named.length > 1, false), octas: answer?.split.sellerOctas } })}
      split={answer !== null && <MoneySplitList flow={flowOf(prepared)} answer={answer} />}
    />
  )
}

/** Returns the order that an answered item ends; undefined where the trade ends none that it names. */
function orderOf({ orders = [] }: PreparedTrade, { offerId, listingId, listing }: TradeItem) {
  const isBid = offerId !== null
  const id = offerId ?? listingId ?? listing?.listingId
  return orders.find((one) => one.isBid === isBid && one.orderId === id)
}

/** Returns what a row says of an order. */
function orderLine(order: ReturnType<typeof orderOf>) {
  return order && { name: order.name, image: order.image, place: order.place }
}

/** Returns how the money of a prepared trade flows. Moved listings show the proceeds of their sales, which their new places are held to. */
function flowOf({ chosen, moves }: PreparedTrade): MoneyFlow {
  if (chosen.call === 'relist') return 'list'
  return moves === 'gets-price' ? 'unlock' : 'none'
}
