import type { TradeAnswer } from '@opal/contract/trading/trade'
import { useState } from 'react'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeBid, TradeSale, TradeToken } from '../../../entities/order/trade-request.ts'
import { answeredItem, answerIn, bidRows, chosenEdition, tokenRows, withNotes } from '../dialog/item-rows.ts'
import { type MoneyFlow, MoneySplitList } from '../dialog/money-split-list.tsx'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { TradeItems } from '../dialog/trade-items.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { useHoldings } from '../price-guard/use-holdings.ts'
import { usePriceAnomalies } from '../price-guard/use-price-anomalies.ts'
import type { TradeDraft } from '../quote/trade-draft.ts'
import { isEditable } from '../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { GainLine, type TokenGain } from '../selling/gain-line.tsx'
import { CancelledListings } from './cancelled-listings.tsx'
import { MixedDelistNote } from './mixed-delist-note.tsx'

type OrderKind = 'delist' | 'accept-bid' | 'cancel-bid'

const FLOWS: Readonly<Record<OrderKind, MoneyFlow>> = {
  delist: 'none',
  'accept-bid': 'sell',
  'cancel-bid': 'unlock',
}

/** Cancels listings or bids, or sells into bids, one or many at once. Only a sale far too cheap asks for input. */
export function OrderDialog(props: TradeDialogProps<RequestOf<OrderKind>>) {
  const { request, remove } = useBatch(props.request)
  const isBids = request.kind === 'cancel-bid'
  const trade = useRequestTrade(props, draftOf(request), subjectOf(isBids ? request.bids : request.tokens))
  const answer = answerIn(trade.state)
  const rows = isBids ? bidRows(request.bids, answer) : tokenRows(request.tokens.map(forSale(request.kind)), answer)
  const { anomalies, isLooking, floorNoteOf } = usePriceAnomalies('sale', request.kind === 'accept-bid' ? rows : [])
  const guard = usePriceGuard(anomalies)
  return (
    <TradeFrame
      labels={trade.labels}
      width={480}
      trade={trade}
      onClose={props.onClose}
      what={
        <>
          <TradeItems
            label="Items"
            rows={withNotes(rows, floorNoteOf)}
            onRemove={rows.length > 1 && isEditable(trade.state) ? remove : undefined}
          />
          {request.kind === 'delist' && isEditable(trade.state) && <MixedDelistNote tokens={request.tokens} />}
          {request.kind === 'accept-bid' && <CancelledListings items={answer?.items ?? []} />}
        </>
      }
      isLooking={isLooking}
      guard={guard}
      split={
        answer !== null && (
          <>
            {request.kind === 'accept-bid' && <SaleGain tokens={request.tokens} answer={answer} />}
            <MoneySplitList flow={FLOWS[request.kind]} answer={answer} />
          </>
        )
      }
    />
  )
}

/** Holds the request without what was taken out of it. */
function useBatch(asked: RequestOf<OrderKind>) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const request: RequestOf<OrderKind> =
    asked.kind === 'cancel-bid'
      ? { ...asked, bids: asked.bids.filter((bid) => !removed.has(bidKey(bid))) }
      : { ...asked, tokens: asked.tokens.filter(({ tokenDataId }) => !removed.has(tokenDataId)) }
  return { request, remove: (key: string) => setRemoved((before) => new Set([...before, key])) }
}

/** Says what the sold tokens cost, and what the sale leaves over it. */
function SaleGain({ tokens, answer }: { tokens: readonly TradeSale[]; answer: TradeAnswer }) {
  const holdingOf = useHoldings(tokens)
  const gains = tokens.flatMap((token): readonly TokenGain[] => {
    const item = answeredItem(answer, token)
    if (item === undefined || item.reason !== null) return []
    const costPrice = holdingOf(token)?.costPrice ?? null
    const cost = costPrice === null ? null : BigInt(costPrice)
    return [{ cost, gain: cost === null || item.sellerOctas === null ? null : BigInt(item.sellerOctas) - cost }]
  })
  return <GainLine rows={gains} withCost />
}

function draftOf(request: RequestOf<OrderKind>): TradeDraft {
  switch (request.kind) {
    case 'delist':
      return { call: 'delist', body: { items: request.tokens.map(listingOf) } }
    case 'accept-bid':
      return { call: 'accept-bid', body: { items: request.tokens.map(saleOf) } }
    case 'cancel-bid':
      return { call: 'cancel-bid', body: { items: request.bids.map(cancelOf) } }
  }
}

function listingOf({ tokenDataId, marketplace, listingId }: TradeToken) {
  return { tokenDataId, ...(marketplace !== null && { marketplace }), ...(listingId !== null && { listingId }) }
}

/** Returns a sale for at least the bid that the user saw; without one the API finds the best bid. */
function saleOf({ bid, ...token }: TradeSale) {
  if (bid === undefined) return chosenEdition(token)
  return { ...chosenEdition(token), marketplace: bid.marketplace, offerId: bid.offerId, minPrice: bid.price }
}

function cancelOf({ marketplace, offerId, tokenBid }: TradeBid) {
  return { marketplace, offerId, tokenBid }
}

/** Returns a function that gives tokens the price of this action: a sale into a bid has the bid's, not the listing's. */
function forSale(kind: 'delist' | 'accept-bid') {
  return (token: TradeSale): TradeToken =>
    kind === 'delist'
      ? token
      : { ...token, marketplace: token.bid?.marketplace ?? null, listedPrice: token.bid?.price ?? null }
}
