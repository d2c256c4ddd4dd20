import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { firstPlace } from '@opal/domain/first-place'
import type { SaleSplit } from '@opal/domain/market-event'
import { APT_METADATA_ADDRESS } from '@opal/domain/payload'
import { sumOctas } from '@opal/domain/prices/octas'
import { userDerivedObjectAddress } from '@opal/domain/tokens/token-id'
import { type AptDeposit, aptDeposit, isDeposit } from './apt-deposits.ts'

const APT_METADATA = parseAddress(APT_METADATA_ADDRESS)

/**
 * Returns the deposits of APT between the marketplace's previous event and a sale: its payments, on marketplaces whose events
 * do not state them.
 *
 * @param isOwn returns whether an event type is one of the marketplace's.
 */
export function paymentsBefore(
  transaction: ChainTransaction,
  sale: ChainEvent,
  isOwn: (type: string) => boolean,
): readonly AptDeposit[] {
  return depositsBefore(transaction, sale, isOwn).flatMap((event) => aptDeposit(transaction, event) ?? [])
}

/**
 * Returns the asset of the last payment before a sale; null when nothing was paid. A marketplace pays out just
 * before it emits the sale, so no payment can be inserted in between.
 */
export function lastPaymentAsset(
  transaction: ChainTransaction,
  sale: ChainEvent,
  isOwn: (type: string) => boolean,
): 'apt' | 'other' | null {
  const last = depositsBefore(transaction, sale, isOwn).at(-1)
  if (last === undefined) return null
  return aptDeposit(transaction, last) === null ? 'other' : 'apt'
}

/**
 * Splits a price into commission and royalty, by the receivers of the payments. A marketplace pays out just before
 * it emits the sale; earlier payments belong to another marketplace's sale in the same transaction.
 * @returns nulls when the last payments do not add up to the price: something else was paid in between.
 */
export function splitOf(
  paid: readonly AptDeposit[],
  sale: { readonly priceOctas: bigint; readonly seller: Address; readonly feeReceivers: readonly Address[] },
): SaleSplit {
  const payments = lastOf(paid, sale.priceOctas)
  if (sumOf(payments) !== sale.priceOctas) return { commissionOctas: null, royaltyOctas: null }
  const commissionOctas = sumOf(
    payments.filter((payment) => sale.feeReceivers.some((receiver) => reached(payment, receiver))),
  )
  // A creator who sells an own token is paid twice; the proceeds come last.
  const proceeds = payments.findLast((payment) => reached(payment, sale.seller))
  return { commissionOctas, royaltyOctas: sale.priceOctas - commissionOctas - (proceeds?.octas ?? 0n) }
}

/** Returns the last payments, as many as reach the price. */
function lastOf(payments: readonly AptDeposit[], priceOctas: bigint): readonly AptDeposit[] {
  let from = payments.length
  for (let sum = 0n; from > 0 && sum < priceOctas; from -= 1) sum += payments[from - 1]?.octas ?? 0n
  return payments.slice(from)
}

/** Returns octas of all of them together. */
export function sumOf(payments: readonly AptDeposit[]): bigint {
  return sumOctas(payments.map(({ octas }) => octas))
}

/** Returns whether a deposit reached this account, in its coin store or its primary store of APT. */
function reached({ to, place }: AptDeposit, account: Address): boolean {
  return to === (place === 'account' ? account : userDerivedObjectAddress(account, APT_METADATA))
}

/** Walks back from the sale: a transaction may hold thousands, and reading all of its events for each would take the square of that. */
function depositsBefore(
  { events }: ChainTransaction,
  sale: ChainEvent,
  isOwn: (type: string) => boolean,
): readonly ChainEvent[] {
  const deposits: ChainEvent[] = []
  for (let at = placeOf(events, sale.index) - 1; at >= 0; at -= 1) {
    const event = events[at]
    if (event === undefined || isOwn(event.type)) break
    if (isDeposit(event)) deposits.push(event)
  }
  return deposits.reverse()
}

/** Returns the place of the first event that has an index, or a higher one: some are left out of a transaction, none moves. */
function placeOf(events: readonly ChainEvent[], index: number): number {
  return firstPlace(events.length, (place) => (events[place]?.index ?? index) >= index)
}
