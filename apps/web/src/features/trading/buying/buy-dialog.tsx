import { Switch } from '@opal/ui/controls/switch'
import { useState } from 'react'
import { takeFromCart } from '../../../entities/order/cart.ts'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { useShownByDialog } from '../confirmation/dialog-trades.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn, chosenEdition, listedEditions, tokenRows, tradeKey, withNotes } from '../items/item-rows.ts'
import { LookAlikeWarnings, useLookAlikes } from '../items/look-alike-warnings.tsx'
import { TradeItems } from '../items/trade-items.tsx'
import { useLeftTokens } from '../items/use-left-tokens.ts'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { usePriceAnomalies } from '../price-guard/use-price-anomalies.ts'
import { isEditable } from '../quote/trade-state.ts'
import { type RequestOf, subjectOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { BuyOutcome, useBoughtItems } from './buy-outcome.tsx'
import { Congratulations } from './congratulations.tsx'

/** Buys one listed token, or many wherever they are listed. @source docs/product/trading.md#buy-dialog */
export function BuyDialog(props: TradeDialogProps<RequestOf<'buy' | 'buy-cart'>>) {
  const { request } = props
  const [isBestEffort, setBestEffort] = useState(request.kind === 'buy-cart')
  const { left: tokens, remove: leaveOut } = useLeftTokens(listedEditions(request.tokens))
  const isMany = tokens.length > 1
  const body = { items: tokens.map(buyItem), ...(isMany && isBestEffort && { bestEffort: true }) }
  const trade = useRequestTrade(props, { call: 'buy', body }, subjectOf(tokens))
  const remove = (key: string) => {
    leaveOut(key)
    const token = tokens.find((one) => tradeKey(one) === key)
    if (request.kind === 'buy-cart' && token !== undefined) takeFromCart([token.tokenDataId])
  }
  const answer = answerIn(trade.state)
  const rows = tokenRows(tokens, answer)
  const { anomalies, isLooking, isUncompared, floorNoteOf } = usePriceAnomalies('purchase', rows)
  const guard = usePriceGuard(anomalies, isUncompared)
  const lookAlikes = useLookAlikes(tokens.map(({ collectionId }) => collectionId))
  const bought = useBoughtItems(trade.state, props.walletAddress, isMany && isBestEffort)
  useShownByDialog(trade.state.step === 'submitted' ? trade.state.tradeId : null)
  if (trade.state.step === 'submitted' && bought.length > 0) {
    return (
      <Congratulations
        tradeId={trade.state.tradeId}
        message={trade.labels.success}
        items={bought}
        buyer={props.walletAddress}
        follows={props.request.next}
        onClose={props.onClose}
      >
        <BuyOutcome trade={trade.state} buyer={props.walletAddress} isBestEffort={isMany && isBestEffort} isFolded />
      </Congratulations>
    )
  }
  const items = (
    <TradeItems
      label="Items to buy"
      rows={withNotes(rows, floorNoteOf)}
      onRemove={isMany && isEditable(trade.state) ? remove : undefined}
    />
  )
  return (
    <TradeFrame
      labels={trade.labels}
      flow="buy"
      width={720}
      trade={trade}
      staysOpen
      onClose={props.onClose}
      what={
        trade.state.step === 'submitted' ? (
          <BuyOutcome trade={trade.state} buyer={props.walletAddress} isBestEffort={isMany && isBestEffort}>
            {items}
          </BuyOutcome>
        ) : (
          items
        )
      }
      isLooking={isLooking || lookAlikes.isLooking}
      guard={guard}
      form={
        <>
          <LookAlikeWarnings {...lookAlikes} />
          {isMany && (
            <Switch label="Buy remaining if some sell out" checked={isBestEffort} onCheckedChange={setBestEffort} />
          )}
        </>
      }
      split={answer !== null && <MoneySplitList flow="buy" isBestEffort={isMany && isBestEffort} answer={answer} />}
      sum={{ label: 'Total with gas', octas: answer?.split.totalOctas }}
    />
  )
}

/** Returns a purchase of the edition and for at most the price that the user saw. */
function buyItem({ marketplace, listingId, listedPrice, ...token }: TradeToken) {
  return {
    ...chosenEdition(token),
    ...(marketplace !== null && { marketplace }),
    ...(listingId !== null && { listingId }),
    ...(listedPrice !== null && { maxPrice: listedPrice }),
  }
}
