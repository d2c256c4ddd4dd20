import { tokenChangesOf, tokensToLookUp } from '@opal/chain/tokens/token-changes-of'
import type { TokenLookup } from '@opal/chain/tokens/token-lookup'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import type { IndexedTransaction } from '@opal/store/ingest/batch'
import type { KnownTokens } from '@opal/store/ingest/tokens/known-tokens'
import type { DecodeStopRow } from '@opal/store/schema/stream'
import { TokenCache } from './token-cache.ts'

const NO_TOKENS: TokenChanges = {
  collections: [],
  tokenDatas: [],
  ownerships: [],
  pendingClaims: [],
  activities: [],
  royalties: [],
}
/** Name of a stop of the token standards, where others have the marketplace's name. */
export const CHAIN_ORIGIN = 'chain'

export interface DecodedBatch {
  readonly transactions: readonly IndexedTransaction[]
  /** Marketplaces that met an event they could not decode in this batch: none of their later events is decoded. */
  readonly stops: readonly DecodeStopRow[]
}

/** Events that decoding leaves out. */
export interface SkippedEvents {
  /** Marketplaces that are stopped. */
  readonly stopped: ReadonlySet<string>
  /** Version up to which a stopped marketplace is decoded anyway: the transaction at which it stopped. */
  readonly until?: ReadonlyMap<string, bigint>
  /** {@link skipKey}s of events that may be unreadable without stopping anything. */
  readonly skipped: ReadonlySet<string>
}

const NOTHING_LEFT_OUT: SkippedEvents = { stopped: new Set(), skipped: new Set() }

/** Returns the key of one event of one marketplace. */
export function skipKey(at: Pick<DecodeStopRow, 'marketplace' | 'version' | 'event_index'>): string {
  return `${at.marketplace}/${at.version}/${at.event_index}`
}

/** Returns objects, tokens, tables and collections that decoding the transactions asks about. */
export function lookupsOf(transactions: readonly ChainTransaction[]): readonly string[] {
  return [...new Set(transactions.flatMap((transaction) => [...tokensToLookUpSafely(transaction)]))]
}

/**
 * Decodes consecutive transactions.
 *
 * @param knownTokens what the store knows about the tokens they look up, see {@link lookupsOf}.
 * @param without marketplaces left out from the start, and events that operators had passed over.
 */
export function decodeBatch(
  transactions: readonly ChainTransaction[],
  marketplaces: readonly DeployedMarketplace[],
  knownTokens: KnownTokens,
  { stopped, skipped, until }: SkippedEvents = NOTHING_LEFT_OUT,
): DecodedBatch {
  const cache = new TokenCache(knownTokens)
  const stops = new Map<string, DecodeStopRow>()
  const indexed = transactions.map((transaction): IndexedTransaction => {
    const { version } = transaction
    const isLeftOut = (id: string) => stops.has(id) || (stopped.has(id) && version > (until?.get(id) ?? -1n))
    const market = decodeMarketEvents(
      transaction,
      marketplaces.filter(({ adapter }) => !isLeftOut(adapter.id)),
    )
    for (const { marketplace, event, error } of market.failures) {
      const stop = stopRow(marketplace, version, event.index, error)
      if (!skipped.has(skipKey(stop)) && !stops.has(marketplace)) stops.set(marketplace, stop)
    }
    const tokens = decodeTokens(transaction, cache, { stops, skipped })
    cache.learn(tokens)
    // Events before the one at which a marketplace stops count.
    const isDecoded = (marketplace: string, eventIndex: number) => {
      const stop = stops.get(marketplace)
      return stop === undefined || stop.version !== version || eventIndex < stop.event_index
    }
    return {
      transaction,
      tokens,
      market: market.events.filter((event) => isDecoded(event.marketplace, event.raw.index)),
      commissions: market.commissions.filter((one) => isDecoded(one.marketplace, one.eventIndex)),
      pools: market.pools.filter((one) => isDecoded(one.marketplace, one.eventIndex)),
    }
  })
  return { transactions: indexed, stops: [...stops.values()] }
}

/** A framework resource that cannot be read costs the token rows of its own transaction only. */
function decodeTokens(
  transaction: ChainTransaction,
  lookup: TokenLookup,
  { stops, skipped }: { readonly stops: Map<string, DecodeStopRow>; readonly skipped: ReadonlySet<string> },
): TokenChanges {
  try {
    return tokenChangesOf(transaction, lookup)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const stop = stopRow(CHAIN_ORIGIN, transaction.version, 0, error)
    if (!stops.has(CHAIN_ORIGIN) && !skipped.has(skipKey(stop))) stops.set(CHAIN_ORIGIN, stop)
    return NO_TOKENS
  }
}

function tokensToLookUpSafely(transaction: ChainTransaction): Iterable<string> {
  try {
    return tokensToLookUp(transaction)
  } catch (error) {
    if (error instanceof DecodeError) return []
    throw error
  }
}

function stopRow(marketplace: string, version: bigint, index: number, error: DecodeError): DecodeStopRow {
  return { marketplace, version, event_index: index, event_type: error.type, message: error.message }
}
