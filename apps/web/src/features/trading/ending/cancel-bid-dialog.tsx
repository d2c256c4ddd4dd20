import { useState } from 'react'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeBid } from '../../../entities/order/trade-request.ts'
import styles from '../dialog/notes.module.css'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn, bidRows } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { isEditable } from '../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'

/** Cancels bids, one or many at once. */
export function CancelBidDialog(props: TradeDialogProps<RequestOf<'cancel-bid'>>) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const bids = props.request.bids.filter((bid) => !removed.has(bidKey(bid)))
  const trade = useRequestTrade(props, { call: 'cancel-bid', body: { items: bids.map(cancelOf) } }, subjectOf(bids))
  const answer = answerIn(trade.state)
  const cancelled = answer?.items.filter(({ reason }) => reason === null) ?? []
  const pooled = cancelled.filter(({ offer }) => offer !== null && offer.pool !== null)
  const locksNothing = pooled.length > 0 && pooled.length === cancelled.length
  return (
    <TradeFrame
      labels={trade.labels}
      flow={locksNothing ? 'none' : 'unlock'}
      width={480}
      trade={trade}
      onClose={props.onClose}
      what={
        <TradeItems
          label="Items"
          rows={bidRows(bids, answer)}
          onRemove={
            bids.length > 1 && isEditable(trade.state)
              ? (key) => setRemoved((before) => new Set([...before, key]))
              : undefined
          }
        />
      }
      form={
        pooled.length > 0 && (
          <p className={styles.notes}>
            Bids paid by your bid pool lock nothing: the APT stays there until you withdraw it.
          </p>
        )
      }
      split={answer !== null && <MoneySplitList flow={locksNothing ? 'none' : 'unlock'} answer={answer} />}
    />
  )
}

function cancelOf({ marketplace, offerId, tokenBid }: TradeBid) {
  return { marketplace, offerId, tokenBid }
}
