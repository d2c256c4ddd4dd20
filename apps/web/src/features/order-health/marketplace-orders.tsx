import { MAX_CLEANED_ORDERS } from '@opal/contract/constants/order-health-limits'
import type { StaleOrder } from '@opal/contract/order-health'
import { Button } from '@opal/ui/controls/button'
import { Checkbox } from '@opal/ui/controls/checkbox'
import { Badge } from '@opal/ui/data/badge'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openTrade } from '../../app/commands.ts'
import { useMarketplaceName, useSite } from '../../app/site.tsx'
import { bidPoolQuery } from '../../entities/order/bid-pool.ts'
import type { PreparedTrade } from '../../entities/order/trade-request.ts'
import { ResponsiveImage } from '../../shared/components/image.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatCount, formatCounted } from '../../shared/format/number.ts'
import styles from './orders-dialog.module.css'

const RISKS = {
  high: { tone: 'negative', label: 'Dangerous' },
  medium: { tone: 'warning', label: 'Stuck' },
  low: { tone: 'neutral', label: 'Forgotten' },
} as const

/** Names of the kinds of orders, alone and as they precede the item and the price. */
const KINDS = {
  listing: { name: 'Listing', of: 'listing of', at: 'Listed at' },
  'token-offer': { name: 'Bid', of: 'bid on', at: 'Bid of' },
  'collection-offer': { name: 'Collection bid', of: 'collection bid on', at: 'Collection bid of' },
  'set-offer': { name: 'Trait bid', of: 'trait bid on', at: 'Trait bid of' },
} as const

export interface MarketplaceOrdersProps {
  wallet: string
  marketplace: string
  orders: readonly StaleOrder[]
  onCleaned(): void
}

/** The stale orders of one marketplace, with a button that cancels the selected ones in one transaction. */
export function MarketplaceOrders({ wallet, marketplace, orders, onCleaned }: MarketplaceOrdersProps) {
  const name = useMarketplaceName()(marketplace)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<'idle' | 'cleaning' | 'failed'>('idle')
  const possible = orders.filter(({ cannotClean }) => cannotClean === null)
  const chosen = possible.filter((order) => !left.has(keyOf(order))).slice(0, MAX_CLEANED_ORDERS)
  const pool = useQuery({ ...bidPoolQuery(useSite().api, wallet), enabled: orders.some(isUnfunded) }).data
  const deposit =
    pool === undefined
      ? null
      : () =>
          openTrade({
            kind: 'pool-deposit',
            balance: pool.balance,
            onSettled: (outcome) => outcome === 'confirmed' && onCleaned(),
          })
  const clean = () => {
    setState('cleaning')
    openTrade({
      kind: 'prepared',
      prepared: cleanUpOf(chosen, wallet, name),
      onSettled: (outcome) => {
        setState(outcome === 'failed' ? 'failed' : 'idle')
        if (outcome === 'confirmed') onCleaned()
      },
    })
  }
  return (
    <section className={styles.marketplace} aria-label={name}>
      <header className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {possible.length > 0 && (
          <Button variant="primary" busy={state === 'cleaning'} disabled={chosen.length === 0} onClick={clean}>
            {buttonLabel(state === 'cleaning', chosen.length, name)}
          </Button>
        )}
      </header>
      {state === 'failed' && (
        <p role="alert" className={styles.error}>
          The transaction failed and nothing was canceled. Try fewer.
        </p>
      )}
      {possible.length > MAX_CLEANED_ORDERS && (
        <p className={styles.cannot}>
          Up to {MAX_CLEANED_ORDERS} per transaction: the first ones now, the rest after that.
        </p>
      )}
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={keyOf(order)}>
            <OrderRow
              order={order}
              isChosen={!left.has(keyOf(order))}
              onDeposit={isUnfunded(order) ? deposit : null}
              onChoose={(on) => setLeft((before) => withOrWithout(before, keyOf(order), !on))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the transaction that cancels orders of one marketplace. @param name of the marketplace. */
function cleanUpOf(orders: readonly StaleOrder[], wallet: string, name: string): PreparedTrade {
  const [first] = orders
  const isOne = orders.length === 1
  const named = isOne && first !== undefined ? `${kindOf(first).of} ${first.name}` : null
  const counted = `${formatCounted(orders.length, 'order')} on ${name}`
  return {
    title: isOne ? 'Cancel stale order' : `Cancel ${orders.length} stale orders`,
    what: named === null ? counted : named.charAt(0).toUpperCase() + named.slice(1),
    image: first?.image ?? null,
    button: isOne ? 'Cancel it' : 'Cancel them',
    doing: `Canceling ${named ?? counted}`,
    success: `Stale ${isOne ? 'order' : 'orders'} canceled on ${name}`,
    chosen: {
      call: 'clean-up',
      body: { orders: orders.map(({ kind, marketplace, orderId }) => ({ kind, marketplace, orderId })) },
    },
    orders: orders.map(toNamedOrder),
    pooledBids: orders.filter(isPooled).map(toNamedBid),
    moves: orders.some(({ locked }) => locked !== '0') ? 'gets-price' : 'only-gas',
    build: async (api) => (await import('./fetch-order-health.ts')).buildCleanUpTransaction(api, wallet, orders),
  }
}

function buttonLabel(isCleaning: boolean, count: number, marketplace: string): string {
  if (isCleaning) return 'Canceling'
  return count === 0 ? 'Select orders' : `Cancel ${count} on ${marketplace}`
}

/** Returns the names of an order's kind. */
function kindOf({ kind, setRoot }: StaleOrder) {
  return KINDS[setRoot === null ? kind : 'set-offer']
}

/** Returns whether an order is a bid that the wallet's pool cannot pay. */
function isUnfunded({ issues }: StaleOrder): boolean {
  return issues.some(({ code }) => code === 'unfunded')
}

/** Returns whether an order is a bid that the wallet's pool pays: it holds no money itself, though it wants tokens. */
function isPooled({ kind, locked, quantity }: StaleOrder): boolean {
  return kind !== 'listing' && locked === '0' && quantity !== '0'
}

function toNamedBid({ marketplace, orderId, kind }: StaleOrder) {
  return { marketplace, offerId: orderId, tokenBid: kind === 'token-offer' }
}

function toNamedOrder(order: StaleOrder) {
  const { orderId, kind, name, image, quantity } = order
  return { orderId, isBid: kind !== 'listing', name, image, place: kindOf(order).name, quantity }
}

/** A listing and a bid may have one id. */
function keyOf({ kind, orderId }: StaleOrder): string {
  return `${kind} ${orderId}`
}

function withOrWithout(set: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

interface OrderRowProps {
  order: StaleOrder
  isChosen: boolean
  /** Funds it; null where money would not help. */
  onDeposit: (() => void) | null
  onChoose(on: boolean): void
}

function OrderRow({ order, isChosen, onDeposit, onChoose }: OrderRowProps) {
  const risk = RISKS[order.risk]
  const kind = kindOf(order)
  return (
    <div className={styles.order}>
      <span className={styles.tick}>
        {order.cannotClean === null && (
          <Checkbox label={`Select ${kind.of} ${order.name}`} checked={isChosen} onCheckedChange={onChoose} />
        )}
      </span>
      <span className={styles.image}>
        <ResponsiveImage src={order.image} alt={order.name} width={40} decorative />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <span className={styles.token} title={order.name} dir="auto">
            {order.name}
          </span>
          <Badge tone={risk.tone}>{risk.label}</Badge>
        </span>
        <span className={styles.price}>
          {kind.at} <Price octas={order.price} />
          {order.quantity !== '1' && ` × ${formatCount(order.quantity)}`}
        </span>
        {order.issues.map(({ code, sentence }) => (
          <span key={code} className={styles.issue}>
            {sentence}
          </span>
        ))}
        {order.cannotClean !== null && <span className={styles.cannot}>{order.cannotClean.sentence}</span>}
      </span>
      {onDeposit !== null && (
        <Button size="sm" aria-label={`Deposit for ${kind.of} ${order.name}`} onClick={onDeposit}>
          Deposit
        </Button>
      )}
    </div>
  )
}
