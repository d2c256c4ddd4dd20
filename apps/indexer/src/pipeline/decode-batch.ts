import { tokenChangesOf, tokensToLookUp } from '@opal/chain/tokens/token-changes-of'
import type { TokenLookup } from '@opal/chain/tokens/token-lookup'
import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import type { TokenChanges } from '@opal/domain/tokens/token-change'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import type { IndexedTransaction } from '@opal/store/ingest/batch'
import { holdingKey, type KnownTokens } from '@opal/store/ingest/tokens/known-tokens'
import type { DecodeStopRow } from '@opal/store/schema/stream'

/** Facts about tokens that transactions leave out: loaded for a batch, updated through it. */
export class TokenCache implements TokenLookup {
  readonly #owners: Map<string, string | null>
  /** By v1 token and table that held it: whose store that is. */
  readonly #holders: Map<string, string>
  /** Tables of v1 collections. */
  readonly #tables: Map<string, string>

  constructor({ owners, holders, tables }: KnownTokens) {
    this.#owners = new Map(owners)
    this.#holders = new Map(holders)
    this.#tables = new Map(tables)
  }

  isKnownToken(object: Address): boolean {
    return this.#owners.has(object)
  }

  ownerOf(token: Address): Address | null {
    return (this.#owners.get(token) ?? null) as Address | null
  }

  holderOf(token: Address, table: string): Address | null {
    return (this.#holders.get(holdingKey(token, table)) ?? null) as Address | null
  }

  tableOf(collection: Address): string | null {
    return this.#tables.get(collection) ?? null
  }

  /** Takes in what a transaction did, before the next one is decoded. */
  learn(changes: TokenChanges): void {
    for (const { tokenDataId } of changes.tokenDatas) {
      if (!this.#owners.has(tokenDataId)) this.#owners.set(tokenDataId, null)
    }
    for (const { tokenDataId, ownerAddress, amount, storageId, tokenStandard } of changes.ownerships) {
      if (amount > 0n) this.#owners.set(tokenDataId, ownerAddress)
      if (tokenStandard === 'v1') this.#holders.set(holdingKey(tokenDataId, storageId), ownerAddress)
    }
    for (const { collectionId, tableHandleV1 } of changes.collections) {
      if (tableHandleV1 !== null) this.#tables.set(collectionId, tableHandleV1)
    }
  }
}

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

/** Names one event of one marketplace. */
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
  const memory = new TokenCache(knownTokens)
  const stops = new Map<string, DecodeStopRow>()
  const indexed = transactions.map((transaction) => {
    const isOut = (id: string) => stopped.has(id) && !((until?.get(id) ?? -1n) >= transaction.version)
    const going = marketplaces.filter(({ adapter }) => !isOut(adapter.id) && !stops.has(adapter.id))
    const market = decodeMarketEvents(transaction, going)
    for (const { marketplace, event, error } of market.failures) {
      if (skipped.has(skipKey({ marketplace, version: transaction.version, event_index: event.index }))) continue
      if (!stops.has(marketplace)) stops.set(marketplace, stopRow(marketplace, transaction.version, event.index, error))
    }
    const tokens = decodeTokens(transaction, memory, { stops, skipped })
    memory.learn(tokens)
    const isDecoded = (marketplace: string, index: number) => {
      const stop = stops.get(marketplace)
      return stop === undefined || stop.version !== transaction.version || index < stop.event_index
    }
    return {
      transaction,
      tokens,
      market: market.events.filter((event) => isDecoded(event.marketplace, event.raw.index)),
      commissions: market.commissions.filter(({ marketplace, eventIndex }) => isDecoded(marketplace, eventIndex)),
      pools: market.pools.filter(({ marketplace, eventIndex }) => isDecoded(marketplace, eventIndex)),
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
