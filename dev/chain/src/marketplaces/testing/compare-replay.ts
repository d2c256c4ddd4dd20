import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'

const FEE_STATEMENT = '0x1::transaction_fee::FeeStatement'
const OPT_IN = '0x3::token_event_store::OptInTransfer'
const COIN = /^0x1::coin::/

/**
 * Returns the events with all fields but gas; the numbers of an account's own coin events are history that a transaction does not
 * tell. The framework has emitted opting in on a handle and later without one: both are equal here.
 */
export function comparableEvents({ events }: { readonly events: readonly ChainEvent[] }): readonly JsonObject[] {
  return events
    .filter(({ type }) => type !== FEE_STATEMENT)
    .map((event) => (event.type.startsWith(OPT_IN) ? optedIn(event) : eventOf(event)))
}

/** Returns objects that a transaction deleted. */
export function gone({ changes }: ChainTransaction): readonly string[] {
  return changes.flatMap((change) => (change.kind === 'delete-resource' ? [change.address] : [])).sort()
}

/** Returns resources of one type that a transaction wrote, in the order of their addresses. */
export function written({ changes }: ChainTransaction, type: string): readonly Json[] {
  return changes
    .flatMap((change) => (change.kind === 'write-resource' && change.type === type ? [change] : []))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))
    .map(({ data }) => data)
}

/**
 * Returns the same with addresses of ours replaced by theirs: a fresh object's address is all that cannot be the
 * same.
 */
export function renamed<Value>(value: Value, names: readonly (readonly [Address, Address])[]): Value {
  const text = JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item))
  const spelled = names.reduce((all, [ours, theirs]) => all.replaceAll(digits(ours), digits(theirs)), text)
  return JSON.parse(spelled, (_key, item) =>
    typeof item === 'string' && /^\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  ) as Value
}

function eventOf({ type, accountAddress, creationNumber, sequenceNumber, data }: ChainEvent): JsonObject {
  const key = { accountAddress, creationNumber: String(creationNumber) }
  return { type, ...key, data, ...(!COIN.test(type) && { sequenceNumber: String(sequenceNumber) }) }
}

function optedIn({ data, accountAddress }: ChainEvent): JsonObject {
  const named = jsonAt(data, 'account_address')
  const who = typeof named === 'string' ? parseAddress(named) : accountAddress
  return { type: OPT_IN, who: toShortAddress(who), optIn: jsonAt(data, 'opt_in') === true }
}

/** Move values spell addresses without leading zeros; what follows them is the same in both spellings. */
function digits(address: Address): string {
  return address.replace(/^0x0*/, '')
}
