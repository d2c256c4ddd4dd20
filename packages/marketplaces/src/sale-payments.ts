import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import type { SaleSplit } from '@opal/domain/market-event'

const HANDLE_DEPOSIT = '0x1::coin::DepositEvent'
const MODULE_DEPOSIT = '0x1::coin::CoinDeposit'
/** Events that {@link paymentsBefore} reads. @source 0x1::coin */
export const PAYMENT_EVENT_TYPES = [HANDLE_DEPOSIT, MODULE_DEPOSIT] as const

/** Money that reached somebody. */
export interface Payment {
  readonly to: Address
  readonly octas: bigint
}

/**
 * Deposits of APT between the venue's previous event and this one: what a sale paid out, on venues whose events do
 * not say it. Deposits into fungible stores name no account and are not counted.
 *
 * @param isOwn is this event type one of the venue's?
 */
export function paymentsBefore(
  transaction: ChainTransaction,
  sale: ChainEvent,
  isOwn: (type: string) => boolean,
): readonly Payment[] {
  const previous = transaction.events.findLast((event) => event.index < sale.index && isOwn(event.type))
  return transaction.events
    .filter((event) => event.index > (previous?.index ?? -1) && event.index < sale.index)
    .flatMap((event) => paymentOf(event) ?? [])
}

/**
 * Which part of a price was commission and which royalty, judged by who was paid.
 * @returns nulls when the payments do not add up to the price: then something else was paid in between.
 */
export function splitOf(
  payments: readonly Payment[],
  sale: { readonly priceOctas: bigint; readonly seller: Address; readonly feeReceivers: readonly Address[] },
): SaleSplit {
  if (sumOf(payments) !== sale.priceOctas) return { commissionOctas: null, royaltyOctas: null }
  const commissionOctas = sumOf(payments.filter(({ to }) => sale.feeReceivers.includes(to)))
  // A creator who sells an own token is paid twice; the proceeds come last.
  const proceeds = payments.findLast(({ to }) => to === sale.seller)
  return { commissionOctas, royaltyOctas: sale.priceOctas - commissionOctas - (proceeds?.octas ?? 0n) }
}

export function sumOf(payments: readonly Payment[]): bigint {
  return payments.reduce((sum, { octas }) => sum + octas, 0n)
}

function paymentOf({ type, data, accountAddress }: ChainEvent): Payment | null {
  const to = type === HANDLE_DEPOSIT ? accountAddress : type === MODULE_DEPOSIT ? addressAt(data, 'account') : null
  const amount = jsonAt(data, 'amount')
  return to === null || typeof amount !== 'string' ? null : { to, octas: BigInt(amount) }
}

function addressAt(data: Json, path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}
