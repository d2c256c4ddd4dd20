import { useState } from 'react'
import { useShownByDialog } from '../confirmation/dialog-trades.ts'
import { useSubmittedTrade } from '../confirmation/use-submitted-trade.ts'
import { TradeFrame } from '../dialog/trade-frame.tsx'
import { answerIn, answerRows, withNotes } from '../items/item-rows.ts'
import { LookAlikeWarnings, useLookAlikes } from '../items/look-alike-warnings.tsx'
import { type TradeItemRow, TradeItems } from '../items/trade-items.tsx'
import { MoneySplitList } from '../money/money-split-list.tsx'
import { usePriceGuard } from '../price-guard/price-guard.tsx'
import { usePriceAnomalies } from '../price-guard/use-price-anomalies.ts'
import type { TradeDraft } from '../quote/trade-draft.ts'
import { type RequestOf, type TradeDialogProps, useRequestTrade } from '../quote/use-request-trade.ts'
import { BuyOutcome } from './buy-outcome.tsx'
import { Congratulations } from './congratulations.tsx'

type Sweep = RequestOf<'sweep'>

/** Placeholder row until the items are quoted. */
const UNQUOTED = { key: 'it', tokenDataId: null, marketplace: null, price: null, reason: null }

function cheapestOf({ filter }: Sweep['criteria']): string {
  return Object.keys(filter).length > 0 ? 'The cheapest items that match your filters' : 'The cheapest items'
}

/** Buys the cheapest tokens of a collection at once, and congratulates. @source docs/product/trading.md#sweep-limit */
export function SweepDialog(props: TradeDialogProps<RequestOf<'sweep'>>) {
  const { collection, criteria } = props.request
  const { draft, remove } = useSweepDraft(props.request)
  const subject = { name: collection.collectionName, image: collection.collectionImage }
  const trade = useRequestTrade(props, draft, subject)
  const { state } = trade
  const answer = answerIn(state)
  const rows = answer === null ? [] : answerRows(answer.items, collection.collectionName)
  const { anomalies, isLooking, isUncompared, floorNoteOf } = usePriceAnomalies('purchase', rows)
  const guard = usePriceGuard(anomalies, isUncompared)
  const lookAlikes = useLookAlikes([collection.collectionId])
  const tradeId = state.step === 'submitted' ? state.tradeId : null
  const isConfirmed = useSubmittedTrade(tradeId)?.state === 'confirmed'
  useShownByDialog(tradeId)
  if (state.step === 'submitted' && isConfirmed) {
    return (
      <Congratulations
        tradeId={state.tradeId}
        message={trade.labels.success}
        items={state.answer.items.filter(({ reason }) => reason === null)}
        buyer={props.walletAddress}
        follows={props.request.next}
        onClose={props.onClose}
      >
        <BuyOutcome trade={state} buyer={props.walletAddress} isFolded />
      </Congratulations>
    )
  }
  return (
    <TradeFrame
      labels={trade.labels}
      flow="buy"
      width={720}
      trade={trade}
      staysOpen
      onClose={props.onClose}
      isLooking={isLooking || lookAlikes.isLooking}
      guard={guard}
      form={<LookAlikeWarnings {...lookAlikes} />}
      what={
        <TradeItems
          label="Items to buy"
          rows={
            answer === null ? [{ ...subject, ...UNQUOTED, place: cheapestOf(criteria) }] : withNotes(rows, floorNoteOf)
          }
          onRemove={state.step === 'ready' ? (key) => remove(rows, key) : undefined}
        />
      }
      split={answer !== null && <MoneySplitList flow="buy" answer={answer} />}
      sum={{ label: 'Total with gas', octas: answer?.split.totalOctas }}
    />
  )
}

/** Holds what is swept: the criteria, less the items that are taken out. */
function useSweepDraft({ collection, criteria }: Sweep) {
  const [removed, setRemoved] = useState<readonly string[]>([])
  /** Items to buy. A removed one lowers it, so that the next cheapest does not take its place. */
  const [count, setCount] = useState(criteria.count)
  const draft: TradeDraft = {
    call: 'sweep',
    body: {
      collectionId: collection.collectionId,
      filter: criteria.filter,
      ...(count !== undefined && { count }),
      ...(criteria.budget !== undefined && { budget: criteria.budget }),
      ...(criteria.maxPrice !== undefined && { maxPrice: criteria.maxPrice }),
      exclude: {
        tokenDataIds: [...criteria.excludedTokens, ...removed],
        marketplaces: [...criteria.excludedMarketplaces],
      },
    },
  }
  const remove = (rows: readonly TradeItemRow[], key: string) => {
    // A sweep buys each token once, so its id identifies the row.
    const tokenDataId = rows.find((row) => row.key === key)?.tokenDataId ?? null
    if (tokenDataId === null) return
    setRemoved((before) => [...before, tokenDataId])
    setCount(rows.filter(({ reason }) => reason === null).length - 1)
  }
  return { draft, remove }
}
