import { type Address, parseAddress, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, jsonAt } from '@opal/domain/json'
import type { SaleSplit } from '@opal/domain/market-event'
import { APT_METADATA_ADDRESS } from '@opal/domain/payload'
import { userDerivedObjectAddress } from '@opal/domain/token-id'

const HANDLE_DEPOSIT = '0x1::coin::DepositEvent'
const MODULE_DEPOSIT = '0x1::coin::CoinDeposit'
const STORE_DEPOSIT = '0x1::fungible_asset::Deposit'
const APT_METADATA = parseAddress(APT_METADATA_ADDRESS)
/** Events that {@link paymentsBefore} reads. @source 0x1::coin, 0x1::fungible_asset */
export const PAYMENT_EVENT_TYPES = [HANDLE_DEPOSIT, MODULE_DEPOSIT, STORE_DEPOSIT] as const

/** Money that reached somebody. */
export interface Payment {
  /** An account, or one of its fungible stores. */
  readonly to: Address
  readonly place: 'account' | 'store'
  readonly octas: bigint
}

/**
 * Deposits of APT between the venue's previous event and this one: what a sale paid out, on venues whose events do
 * not say it. A deposit into a fungible store names the store and not whose it is.
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
  const commissionOctas = sumOf(
    payments.filter((payment) => sale.feeReceivers.some((receiver) => reached(payment, receiver))),
  )
  // A creator who sells an own token is paid twice; the proceeds come last.
  const proceeds = payments.findLast((payment) => reached(payment, sale.seller))
  return { commissionOctas, royaltyOctas: sale.priceOctas - commissionOctas - (proceeds?.octas ?? 0n) }
}

export function sumOf(payments: readonly Payment[]): bigint {
  return payments.reduce((sum, { octas }) => sum + octas, 0n)
}

/** Was it paid to this account, into its coins or its own store of APT? */
function reached({ to, place }: Payment, account: Address): boolean {
  return to === (place === 'account' ? account : userDerivedObjectAddress(account, APT_METADATA))
}

function paymentOf({ type, data, accountAddress }: ChainEvent): Payment | null {
  const amount = jsonAt(data, 'amount')
  if (typeof amount !== 'string') return null
  const octas = BigInt(amount)
  if (type === HANDLE_DEPOSIT) return { to: accountAddress, place: 'account', octas }
  const field = type === MODULE_DEPOSIT ? 'account' : type === STORE_DEPOSIT ? 'store' : null
  const to = field === null ? null : addressAt(data, field)
  return field === null || to === null ? null : { to, place: field, octas }
}

function addressAt(data: Json, path: string): Address | null {
  const value = jsonAt(data, path)
  return typeof value === 'string' ? toAddressOrNull(value) : null
}
