import { type Address, toAddressOrNull, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { MarketEvent, MarketEventKind } from '@opal/domain/market-event'
import { memoize } from '@opal/domain/memoize'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { MarketplaceContracts } from '../adapter.ts'
import { isAptType } from '../decode/apt-deposits.ts'
import { writtenResource } from '../decode/event-reader.ts'
import { lastPaymentAsset } from '../decode/sale-payments.ts'
import { familyEventKind } from './event-names.ts'

interface OrderTraits {
  /** Resource that holds the order's money or price, its coin as type argument. @source docs/reference/marketplace-contracts.md#aptos-example-resources */
  readonly money: string
  /** Field of events that names the order. */
  readonly field: string
  readonly sale: MarketEventKind
}

const ORDERS = {
  'listing-placed': { money: 'coin_listing::FixedPriceListing', field: 'listing', sale: 'listing-filled' },
  'token-offer-placed': { money: 'token_offer::CoinOffer', field: 'token_offer', sale: 'token-offer-filled' },
  'collection-offer-placed': {
    money: 'collection_offer::CoinOffer',
    field: 'collection_offer',
    sale: 'collection-offer-filled',
  },
} as const satisfies Partial<Record<MarketEventKind, OrderTraits>>

type Placed = keyof typeof ORDERS

/** Returns types of the resources that show an order to be in APT. */
export function aptOrderTypes(packageAddress: Address): readonly string[] {
  return (Object.keys(ORDERS) as Placed[]).map((kind) => aptOrderType(packageAddress, kind))
}

/**
 * Returns whether an event is under the known fee schedule. Anyone may open a schedule in the same package, even
 * one that takes the whole price: a seller into an order under such a schedule would receive nothing.
 */
export function isUnderOurSchedule({ feeScheduleAddress }: MarketplaceContracts, event: ChainEvent): boolean {
  const schedule = scheduleOf(event)
  return schedule === null || schedule === feeScheduleAddress
}

/** Returns the fee schedule of an event: module events name it, and the handles of other events are at its address. @source docs/reference/marketplace-contracts.md#aptos-example-events */
export function scheduleOf({ data, accountAddress }: ChainEvent): Address | null {
  const named = jsonAt(data, 'marketplace')
  if (typeof named === 'string') return toAddressOrNull(named)
  return accountAddress === ZERO_ADDRESS ? null : accountAddress
}

/**
 * Returns whether the money of an event is APT. Every call takes the coin as a type argument, anyone can make a
 * coin, and no event of these contracts names it. An order shows its coin in the resource that it writes; an order
 * that ended immediately shows it by its sale; a sale by the payment before it. A cancellation does not show it, and
 * changes no stats. Our own package names the coin in every event.
 */
export function isInApt({ packageAddress }: MarketplaceContracts, transaction: ChainTransaction, event: MarketEvent) {
  const named = jsonAt(event.raw.data, 'coin_type')
  if (typeof named === 'string') return isAptType(named)
  const isOwn = (type: string) => familyEventKind(packageAddress, type) !== null
  switch (event.kind) {
    case 'listing-placed':
    case 'token-offer-placed':
    case 'collection-offer-placed': {
      if (holdsApt(packageAddress, transaction, event.kind, orderId(event))) return true
      const sale = saleOf(packageAddress, transaction, event, event.kind)
      return sale !== undefined && lastPaymentAsset(transaction, sale, isOwn) === 'apt'
    }
    case 'listing-filled':
    case 'token-offer-filled':
    case 'collection-offer-filled':
      return event.priceOctas === 0n || lastPaymentAsset(transaction, event.raw, isOwn) === 'apt'
    default:
      return true
  }
}

function holdsApt(packageAddress: Address, transaction: ChainTransaction, kind: Placed, order: string): boolean {
  const address = toAddressOrNull(order)
  return address !== null && writtenResource(transaction, address, aptOrderType(packageAddress, kind)) !== undefined
}

function saleOf(packageAddress: Address, transaction: ChainTransaction, placed: MarketEvent, kind: Placed) {
  const sales = salesOf(packageAddress, transaction, ORDERS[kind].sale, orderId(placed))
  return sales.find(({ index }) => index > placed.raw.index)
}

/** Returns the sales of an order in a transaction. */
export function salesOf(
  packageAddress: Address,
  transaction: ChainTransaction,
  sale: MarketEventKind,
  order: string,
): readonly ChainEvent[] {
  return salesByOrder(packageAddress, transaction).get(`${sale} ${order}`) ?? []
}

/** Events of sales by kind and order. */
type Sales = ReadonlyMap<string, readonly ChainEvent[]>

/** Sales of a transaction by package. To search thousands of events for each order would take the square of their number. */
const knownSales = memoize((_transaction: ChainTransaction) => new Map<Address, Sales>())

function salesByOrder(packageAddress: Address, transaction: ChainTransaction): Sales {
  const known = knownSales(transaction)
  const sales = known.get(packageAddress) ?? groupSales(packageAddress, transaction)
  known.set(packageAddress, sales)
  return sales
}

function groupSales(packageAddress: Address, { events }: ChainTransaction): Sales {
  return Map.groupBy(events, ({ type, data }) => {
    const kind = familyEventKind(packageAddress, type)
    const order = Object.values(ORDERS).find(({ sale }) => sale === kind)
    return order === undefined ? '' : `${order.sale} ${orderOf(jsonAt(data, order.field))}`
  })
}

function orderOf(value: unknown): string | null {
  return typeof value === 'string' ? toAddressOrNull(value) : null
}

function orderId(event: MarketEvent): string {
  return 'listingId' in event ? event.listingId : event.offerId
}

function aptOrderType(packageAddress: Address, kind: Placed): string {
  return `${toShortAddress(packageAddress)}::${ORDERS[kind].money}<${APT_COIN_TYPE}>`
}
