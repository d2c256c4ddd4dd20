import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import type { CommissionChange } from '@opal/domain/prices/commission'
import type { DeployedMarketplace } from '../contracts/network-contracts.ts'

/** The marketplace events of one transaction. */
export interface DecodedMarketEvents {
  /** In the order of the transaction's events. */
  readonly events: readonly MarketEvent[]
  /** Changes of what marketplaces take of sales, in the same order. */
  readonly commissions: readonly CommissionChange[]
  /** Changes of what bidders' pools hold, in the same order. */
  readonly pools: readonly PoolChange[]
  /** Known events that could not be decoded: the marketplace they name must stop. */
  readonly failures: readonly DecodeFailure[]
}

export interface DecodeFailure {
  readonly marketplace: string
  readonly event: ChainEvent
  readonly error: DecodeError
}

/**
 * Decodes all marketplace events of a transaction. Events are recognised by type alone, never by the function called:
 * routers emit several marketplaces' events in one transaction. A failed transaction holds nothing.
 */
export function decodeMarketEvents(
  transaction: ChainTransaction,
  marketplaces: readonly DeployedMarketplace[],
): DecodedMarketEvents {
  const events: MarketEvent[] = []
  const commissions: CommissionChange[] = []
  const pools: PoolChange[] = []
  const failures: DecodeFailure[] = []
  if (!transaction.success) return { events, commissions, pools, failures }
  for (const event of transaction.events) {
    for (const { adapter, contracts } of marketplaces) {
      try {
        const decoded = adapter.decode(contracts, event, transaction)
        if (decoded !== null) events.push(decoded)
        const commission = adapter.decodeCommission?.(contracts, event, transaction) ?? null
        if (commission !== null) commissions.push(commission)
        const pool = adapter.decodePool?.(contracts, event, transaction) ?? null
        if (pool !== null) pools.push(pool)
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        failures.push({ marketplace: adapter.id, event, error })
      }
    }
  }
  return { events, commissions, pools, failures }
}

/** Returns the event types and resource types that {@link decodeMarketEvents} can make use of. */
export function wantedTypes(marketplaces: readonly DeployedMarketplace[]): {
  readonly eventTypes: readonly string[]
  readonly resourceTypes: readonly string[]
  /** Types of other packages, needed in transactions that hold one of the event types. */
  readonly companionEventTypes: readonly string[]
  readonly companionResourceTypes: readonly string[]
} {
  return {
    eventTypes: marketplaces.flatMap(({ adapter, contracts }) => adapter.eventTypes(contracts)),
    resourceTypes: marketplaces.flatMap(({ adapter, contracts }) => adapter.resourceTypes(contracts)),
    companionEventTypes: unique(marketplaces.flatMap(({ adapter }) => adapter.companionEventTypes ?? [])),
    companionResourceTypes: unique(marketplaces.flatMap(({ adapter }) => adapter.companionResourceTypes ?? [])),
  }
}

function unique(types: readonly string[]): readonly string[] {
  return [...new Set(types)]
}
