import { useSite } from '../../../app/site.tsx'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { StepsNote } from '../dialog/steps-note.tsx'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn, chosenListing, tokenRow } from '../items/item-rows.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { useLeftTokens } from '../items/use-left-tokens.ts'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { isEditable } from '../quote/trade-state.ts'
import type { RequestOf, TradeDialogProps } from '../quote/use-request-trade.ts'
import { type StepPlan, useFollowingSteps, useTradeSteps } from '../quote/use-trade-steps.ts'

/** Cancels listings, one or many. Those of other marketplaces take a transaction each. */
export function DelistDialog(props: TradeDialogProps<RequestOf<'delist'>>) {
  const { marketplaces } = useSite()
  const native = marketplaces.find(({ isNative }) => isNative)
  const { left: tokens, remove } = useLeftTokens(props.request.tokens)
  const steps = useTradeSteps(props, tokens, delistPlan(native?.id ?? null))
  useFollowingSteps(steps, { isLooking: false, isHeld: false })
  const { trade, itemOf, isDone } = steps
  const answer = answerIn(trade.state)
  const isEdited = isEditable(trade.state) && !steps.isRunning
  return (
    <TradeFrame
      labels={trade.labels}
      flow="none"
      width={480}
      trade={trade}
      steps={steps}
      staysOpen={tokens.length > 1}
      onClose={props.onClose}
      what={
        <>
          <TradeItems
            label="Items"
            rows={tokens.map((token) => ({
              ...tokenRow(token, itemOf(token)),
              keepsPrice: true,
              ...(isDone(token) && { place: 'Delisted', price: null }),
            }))}
            onRemove={isEdited && tokens.length > 1 ? remove : undefined}
          />
          <StepsNote
            steps={steps}
            why={`Only ${native?.displayName ?? 'our marketplace'} can cancel several listings in one transaction.`}
          />
        </>
      }
      split={answer !== null && <MoneySplitList flow="none" answer={answer} steps={steps} />}
    />
  )
}

/**
 * Puts the listings of the native marketplace into one transaction, and each of the others into one of its own.
 * @source docs/product/trading.md#delist-many
 */
function delistPlan(nativeId: string | null): StepPlan<TradeToken> {
  return {
    isCertain: true,
    groups(tokens) {
      const native = tokens.filter(({ marketplace }) => marketplace === nativeId)
      const others = tokens.filter((token) => !native.includes(token)).map((token) => [token])
      return native.length === 0 ? others : [native, ...others]
    },
    draft: (tokens) => ({ call: 'delist', body: { items: tokens.map(chosenListing) } }),
    // A changed quote needs no confirmation: the listings were chosen, and nothing is received for them.
    isConfirmed: () => true,
  }
}
