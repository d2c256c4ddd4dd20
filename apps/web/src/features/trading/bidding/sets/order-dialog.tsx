import { getFillHistory } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import { Button } from '@opal/ui/controls/button'
import { Dialog } from '@opal/ui/overlays/dialog'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { openTrade } from '../../../../app/commands.ts'
import { useSite } from '../../../../app/site.tsx'
import { bidPoolQuery } from '../../../../entities/order/bid-pool.ts'
import type { TradeRequest } from '../../../../entities/order/trade-request.ts'
import { conditionLabels } from '../../../../entities/token/token-condition.ts'
import { type SetCriteria, toConditionQuery } from '../../../../entities/token-set/fitting-set.ts'
import { walletSession } from '../../../../entities/wallet/wallet-session.ts'
import { AptField } from '../../../../shared/components/apt-field.tsx'
import { formatAptExact, parseApt, toOctas } from '../../../../shared/format/apt.ts'
import { formatCount, formatCounted } from '../../../../shared/format/number.ts'
import { useStore } from '../../../../shared/hooks/store.ts'
import frameStyles from '../../dialog/trade-frame.module.css'
import { useFieldError } from '../../fields/use-field-error.ts'
import type { RequestOf, TradeDialogProps } from '../../quote/use-request-trade.ts'
import { offerPriceError, offerPriceRefusal } from '../bid-rules.ts'
import { fundedBids, type OrderPlan, orderShortage, planOrder } from './plan-order.ts'
import styles from './set-bid-dialog.module.css'
import { FIT_SOURCE, fetchPrices } from './use-fitting-set.ts'

/**
 * Makes one order of a condition, a price and a budget: buys what fits at the price or less now, then bids for the rest.
 * @source docs/product/bids.md#orders
 */
export function OrderDialog({ request, walletAddress, onClose }: TradeDialogProps<RequestOf<'order'>>) {
  const { collection, condition } = request
  const { priceField, budgetField, market, sentence, shortage, reason, first, button } = useOrder(
    request,
    walletAddress,
  )
  const reasonId = useId()
  const start = () => {
    if (first === null) return
    onClose()
    openTrade(first)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Buy or bid within a budget"
      description={`Items of ${collection.collectionName} with ${conditionLabels(condition).join(', ')}.`}
      width={480}
      footer={
        <div className={frameStyles.footer}>
          {reason !== null && (
            <p id={reasonId} className={frameStyles.reason}>
              {reason}
            </p>
          )}
          <Button
            variant="primary"
            size="lg"
            wide
            disabled={first === null}
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={start}
          >
            {button}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the fields within it. */}
      <div
        className={styles.order}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat || !(event.target instanceof HTMLInputElement)) return
          // Otherwise the browser would press the button that gets the focus.
          event.preventDefault()
          start()
        }}
      >
        {market.isLoadingError && (
          <div className={styles.problem} role="alert">
            <span>Couldn’t load the listings.</span>
            <Button size="sm" busy={market.isFetching} onClick={() => void market.refetch()}>
              Try again
            </Button>
          </div>
        )}
        <AptField label="Max price per item" autoFocus {...priceField} />
        <AptField label="Budget" {...budgetField} />
        <p className={styles.note} role="status">
          {sentence}
        </p>
        {shortage !== null && <p role="alert">{shortage}</p>}
        <p className={styles.note}>{FIT_SOURCE}</p>
      </div>
    </Dialog>
  )
}

/** Holds the fields of an order, and says what it comes to; `first` is null until it can be started. */
function useOrder(request: RequestOf<'order'>, walletAddress: string) {
  const { collection, condition } = request
  const [priceText, setPriceText] = useState('')
  const [budgetText, setBudgetText] = useState('')
  const [price, budget] = [parseApt(priceText), parseApt(budgetText)]
  const priceError = offerPriceError(priceText, price, null) ?? offerPriceRefusal(price)
  const budgetError = offerPriceError(budgetText, budget, null)
  const isComplete = priceError === null && budgetError === null
  const { api } = useSite()
  const market = useQuery({
    ...marketQuery(api, { collectionId: collection.collectionId, condition }, walletAddress, price ?? 0n),
    enabled: priceError === null,
  })
  const pool = useQuery(bidPoolQuery(api, walletAddress)).data
  const { balance } = useStore(walletSession)
  const owned = { wallet: balance, pool: toOctas(pool?.balance) }
  const plan = isComplete && market.data !== undefined ? planOrder(market.data.prices, price ?? 0n, budget ?? 0n) : null
  const shortage = plan === null ? null : orderShortage(plan, price ?? 0n, owned)
  const funded = plan === null ? 0 : fundedBids(plan, price ?? 0n, owned)
  return {
    priceField: { value: priceText, error: useFieldError(priceText, priceError), onChange: setPriceText },
    budgetField: { value: budgetText, error: useFieldError(budgetText, budgetError), onChange: setBudgetText },
    market,
    sentence: plan === null ? null : orderSentence(plan, price ?? 0n, funded, market.data),
    shortage,
    /** Reason for which the order waits; null once it can be planned. */
    reason: isComplete && !market.isPending ? null : missing([priceText, budgetText], isComplete),
    first:
      plan === null || price === null || shortage !== null
        ? null
        : orderRequests(request, plan, { price, budget: budget ?? 0n, funded }),
    button: plan === null || plan.buys === 0 ? 'Bid' : plan.bids === 0 ? 'Buy' : 'Buy, then bid',
  }
}

/** Says what the order waits for. */
function missing(texts: readonly string[], isComplete: boolean): string {
  if (isComplete) return 'Loading the listings.'
  return texts.some((text) => text.trim() === '') ? 'Enter a price and a budget.' : 'Check the price and the budget.'
}

/** Listings for sale at a price or less, and the number of past sales at it. Amounts in octas. */
interface Market {
  /** Ascending, without the wallet's own listings. */
  readonly prices: readonly bigint[]
  readonly days: number
  readonly sales: number
}

function marketQuery(api: ApiClient, criteria: SetCriteria, walletAddress: string, price: bigint) {
  return {
    queryKey: ['order-market', criteria, walletAddress, String(price)] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Market> => {
      const { collectionId, condition } = criteria
      const query = { ...toConditionQuery(condition), price: String(price) }
      const [prices, history] = await Promise.all([
        fetchPrices(api, criteria, { walletAddress, priceTop: String(price) }, signal),
        api(getFillHistory, { params: { collectionId }, query }, { signal }),
      ])
      return { ...history, prices }
    },
  }
}

/**
 * Returns the requests of an order as a chain: its first, with the one that follows it. Whatever is for sale by then, the purchase leaves
 * the part of the budget that the bid takes.
 */
function orderRequests(
  { collection, condition }: RequestOf<'order'>,
  { buys, bids, costOctas }: OrderPlan,
  { price, budget, funded }: { readonly price: bigint; readonly budget: bigint; readonly funded: number },
): TradeRequest | null {
  const bid: TradeRequest | null =
    bids === 0
      ? null
      : {
          kind: 'set-bid',
          collection,
          condition,
          price: String(price),
          size: bids,
          budget: String(BigInt(funded) * price),
        }
  if (buys === 0) return bid
  const criteria = {
    filter: condition,
    count: buys,
    maxPrice: String(price),
    budget: String(budget - BigInt(bids) * price),
    excludedTokens: [],
    excludedMarketplaces: [],
  }
  const shownOctas = String(costOctas)
  return { kind: 'sweep', collection, criteria, shownOctas, ...(bid !== null && { next: bid }) }
}

/** Returns what an order comes to, as a sentence. */
function orderSentence(plan: OrderPlan, price: bigint, funded: number, market: Market | undefined): string {
  if (plan.buys + plan.bids === 0) return 'The budget is below the price of one item.'
  return `${planSentence(plan, price, funded)} ${historySentence(market)}`
}

/** @example '3 can be bought now for 41.2 APT; a bid for 2 more at 13.8 APT.' */
function planSentence({ buys, costOctas, bids }: OrderPlan, price: bigint, funded: number): string {
  const bought = `${formatCount(buys)} can be bought now for ${formatAptExact(costOctas)}`
  const bid = `${formatCount(bids)}${buys === 0 ? '' : ' more'} at ${formatAptExact(price)}`
  if (bids === 0) return `${bought}.`
  const sentence = buys === 0 ? `A bid for ${bid}.` : `${bought}; a bid for ${bid}.`
  // Where the balance pays for none, a message below says what is missing.
  return funded === bids || funded === 0
    ? sentence
    : `${sentence} Your wallet and bid pool pay for ${formatCount(funded)} of them now.`
}

function historySentence(market: Market | undefined): string {
  if (market === undefined) return ''
  const { days, sales } = market
  const sold = sales === 0 ? 'No matching items' : formatCounted(sales, 'matching item')
  return `${sold} sold at this price or less in the last ${days} days.`
}
