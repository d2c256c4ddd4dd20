import { type Address, toShortAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { type Json, jsonAt } from '@opal/domain/json'
import type { CommissionChange } from '@opal/domain/prices/commission'
import type { Rate } from '@opal/domain/prices/rates'
import type { MarketplaceContracts } from '../adapter.ts'
import { EventReader, writtenResource } from '../decode/event-reader.ts'
import { scheduleOf } from './foreign-orders.ts'

/**
 * Our own package states the whole schedule in its event.
 * @source contracts/marketplace fee_schedule::FeeScheduleChanged
 */
const CHANGED = 'FeeScheduleChanged'
/**
 * The other packages only state that something changed; the rate is in the write set.
 * @source the example's fee_schedule::MutationEvent
 */
const MUTATED: readonly string[] = ['MutationEvent', 'Mutation']

const PERCENTAGE = 'PercentageRateCommission'
const FIXED = 'FixedRateCommission'

/** Returns the event types by which a package announces a changed fee schedule. */
export function feeEventTypes(packageAddress: Address): readonly string[] {
  return [CHANGED, ...MUTATED].map((name) => typeOf(packageAddress, name))
}

/** Resources that hold a schedule's commission, for packages whose events do not state it. */
export function feeResourceTypes(packageAddress: Address): readonly string[] {
  return [PERCENTAGE, FIXED].map((name) => typeOf(packageAddress, name))
}

/**
 * Decodes a change of the marketplace's own commission.
 * @returns null for other events, for schedules that others opened, and for changes that leave the commission alone.
 * @throws DecodeError when a field is missing.
 */
export function decodeFamilyCommission(
  marketplace: string,
  contracts: MarketplaceContracts,
  event: ChainEvent,
  transaction: ChainTransaction,
): CommissionChange | null {
  const prefix = typeOf(contracts.packageAddress, '')
  if (!event.type.startsWith(prefix)) return null
  const name = event.type.slice(prefix.length)
  const isChange = name === CHANGED
  if (!isChange && !MUTATED.includes(name)) return null
  const schedule = scheduleOf(event)
  if (schedule === null) throw new DecodeError(marketplace, event.type, 'marketplace')
  if (schedule !== contracts.feeScheduleAddress) return null
  const { version, timestampMicros } = transaction
  const base = { marketplace, version, eventIndex: event.index, atMicros: timestampMicros }
  if (isChange) return { ...base, ...readCommission(new EventReader(marketplace, event)) }
  const written = writtenCommission(contracts.packageAddress, schedule, transaction, () => {
    throw new DecodeError(marketplace, event.type, PERCENTAGE)
  })
  return written === null ? null : { ...base, ...written }
}

type Commission = Pick<CommissionChange, 'rate' | 'fixedOctas' | 'announced'>

/** An announced rate of 0 / 0 is none. */
function readCommission(reader: EventReader): Commission {
  const rate = rateOf(reader.u64('commission_numerator'), reader.u64('commission_denominator'))
  const next = rateOf(reader.u64('announced_numerator'), reader.u64('announced_denominator'))
  const fromSeconds = reader.u64('in_force_from')
  return { rate, fixedOctas: null, announced: next.denominator === 0n ? null : { rate: next, fromSeconds } }
}

/** Returns what a transaction wrote: a fixed amount or a part of the price, of which a schedule has one at most. */
function writtenCommission(
  packageAddress: Address,
  schedule: Address,
  transaction: ChainTransaction,
  onMalformed: () => never,
): Commission | null {
  const read = (data: Json, field: string): bigint => {
    const value = jsonAt(data, field)
    return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : onMalformed()
  }
  const fixed = writtenResource(transaction, schedule, typeOf(packageAddress, FIXED))
  if (fixed !== undefined) return { rate: rateOf(0n, 1n), fixedOctas: read(fixed, 'commission'), announced: null }
  const part = writtenResource(transaction, schedule, typeOf(packageAddress, PERCENTAGE))
  if (part === undefined) return null
  return { rate: rateOf(read(part, 'numerator'), read(part, 'denominator')), fixedOctas: null, announced: null }
}

function rateOf(numerator: bigint, denominator: bigint): Rate {
  return { numerator, denominator }
}

function typeOf(packageAddress: Address, name: string): string {
  return `${toShortAddress(packageAddress)}::fee_schedule::${name}`
}
