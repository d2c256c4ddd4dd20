import type { SignInVerifier } from '@opal/chain/sign-in/verify-sign-in'
import type { Address } from '@opal/domain/address'
import type { Client } from '@opal/domain/limits/client'
import type { NetworkName } from '@opal/domain/network'
import type { ComposeTurn } from '@opal/marketplaces/aggregator/compose-script'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { ObjectFolder } from '@opal/runtime/objects/object-folder'
import type { Store } from '@opal/store/driver/connection'
import type { Replicas } from '@opal/store/driver/failover/replicas'
import type { Reader } from '@opal/store/queries/read-rows'
import type { SchemaState } from '@opal/store/queries/schema-state'
import type { FastifyBaseLogger } from 'fastify'
import type { KeyChecks } from './auth/key-rotation.ts'
import type { CollectionCache } from './cache/collection-cache.ts'
import type { CollectionFactsCache } from './cache/collection-facts-cache.ts'
import type { TokenPreviewCache } from './cache/token-preview-cache.ts'
import type { TraitSummaryCache } from './cache/trait-summary-cache.ts'
import type { QueryGate } from './http/limits/query-gate.ts'
import type { RedisLink } from './realtime/redis-link.ts'
import type { SocketCounts } from './realtime/sockets/socket-limits.ts'
import type { LookAlikes } from './resources/collections/look-alikes.ts'
import type { OwnerCounts } from './resources/collections/owner-counts.ts'
import type { ShareCardRenderer } from './resources/share-cards/render-share-card.ts'
import type { SetGate } from './trading/gates/set-gate.ts'
import type { TradeGate } from './trading/gates/trade-gate.ts'
import type { TradeNode } from './trading/gates/trade-node.ts'
import type { TradeCounts } from './trading/trade-counts.ts'
import type { TraitCache } from './trait-filter/trait-cache.ts'

/** Addresses of the API, its site and its node, as `get-network` returns them. */
export interface NetworkFacts {
  readonly name: NetworkName
  readonly chainId: number
  readonly nodeUrl: string
  readonly chainGraphqlUrl: string | null
  readonly faucetUrl: string | null
  readonly apiUrl: string
  readonly webUrl: string
  readonly devWalletScriptUrl: string | null
}

/** The price of one APT in USD, 0 when it is not known; `ageSeconds` null for a configured price, and for none. */
export interface AptPrice {
  readonly value: number
  readonly ageSeconds: number | null
}

/** Dependencies of the handlers. Tests pass their own. */
export interface ApiContext {
  readonly store: Store
  /** Databases that follow it; null where there are none. */
  readonly replicas: Replicas | null
  /** The clock: microseconds since 1970. */
  readonly nowMicros: () => bigint
  readonly network: NetworkFacts
  /** Marketplaces that exist on this network. */
  readonly marketplaces: readonly DeployedMarketplace[]
  /** The package that trades on several marketplaces in one call; null where there is none. */
  readonly aggregator: Address | null
  readonly node: TradeNode
  /** Holds a wallet's sign-in against the message it was asked to sign. */
  readonly verifySignIn: SignInVerifier
  /** Ends the sessions of keys that were rotated away. */
  readonly keyChecks: KeyChecks
  /** Columns of collections' traits. */
  readonly traits: TraitCache
  /** Counts and floors of traits, as a token's own page shows them. */
  readonly traitSummaries: TraitSummaryCache
  /** Collections as everyone sees them. */
  readonly collections: CollectionCache
  /** Fields of collections that pages of their tokens show. */
  readonly facts: CollectionFactsCache
  /** Names and images of tokens. */
  readonly tokenPreviews: TokenPreviewCache
  /** Resolves when the caches are invalidated for every change committed by now. */
  readonly catchUp: () => Promise<void>
  /** Counts the sockets at this process; null before they are served. */
  readonly sockets: () => SocketCounts | null
  /** Whether the process is about to end: balancers send nothing more to it. */
  readonly isDraining: () => boolean
  readonly aptPrice: () => Promise<AptPrice>
  readonly ownerCounts: OwnerCounts
  readonly lookAlikes: LookAlikes
  /** The nightly snapshots; null where none are taken. */
  readonly snapshots: ObjectFolder | null
  /** Connection to Redis; null where none is configured. */
  readonly redis: Pick<RedisLink, 'commands' | 'isReachable'> | null
  readonly tradeCounts: TradeCounts
  readonly shareCards: ShareCardRenderer
  /** Resolves once the schema of the marketplace's GraphQL is read, which takes the processor; rejects where it cannot be. */
  readonly readMarketSchema: () => Promise<void>
  /** Returns whether this version can work with the database. */
  readonly checkSchema: (reader: Reader) => Promise<SchemaState>
  /** The client of the request. */
  readonly client: Client
  /** Runs a query by a regular expression within its client's share. */
  readonly expressionGate: QueryGate
  /** Through which sets of tokens of the request are loaded and built. */
  readonly setGate: SetGate
  /** Through which what a trade is planned from is read. */
  readonly tradeGate: TradeGate
  /** Through which scripts of trades are composed. */
  readonly composeGate: ComposeTurn
  /** Through which accounts are erased. */
  readonly erasureGate: QueryGate
  /** Awaits what is not the database, without the request's place in the queue of calls. */
  readonly outsideQueue: QueryGate
  readonly log: FastifyBaseLogger
}

/** Dependencies that all requests share. */
export type SharedContext = Omit<
  ApiContext,
  'client' | 'expressionGate' | 'setGate' | 'tradeGate' | 'composeGate' | 'erasureGate' | 'outsideQueue'
>

/** Dependencies passed to `createApi`; it creates the others. */
export type ApiParts = Omit<SharedContext, 'shareCards' | 'readMarketSchema' | 'checkSchema' | 'log'>
