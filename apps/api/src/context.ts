import type { SignInVerifier } from '@opal/chain/sign-in/verify-sign-in'
import type { Address } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { Store } from '@opal/store/driver/connection'
import type { FastifyBaseLogger } from 'fastify'
import type { KeptCollections } from './cache/collection-cache.ts'
import type { KeptFacts } from './cache/collection-facts-cache.ts'
import type { KeptFaces } from './cache/token-preview-cache.ts'
import type { KeptTraitTexts } from './cache/trait-text-cache.ts'
import type { RedisLink } from './realtime/redis-link.ts'
import type { OwnerCounts } from './resources/collections/owner-counts.ts'
import type { CardPress } from './resources/share-cards/render-share-card.ts'
import type { TradeNode } from './trading/trade-node.ts'
import type { TraitCache } from './trait-filter/trait-cache.ts'

/** Where the API lives and what it stands on, as clients are told. */
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

/** What handlers work with. Tests pass their own parts. */
export interface ApiContext {
  readonly store: Store
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
  /** Columns of collections' traits. */
  readonly traits: TraitCache
  /** Traits as a token's own page shows them. */
  readonly traitTexts: KeptTraitTexts
  /** Collections as everybody is shown them. */
  readonly collections: KeptCollections
  /** What pages of tokens show of their collection. */
  readonly facts: KeptFacts
  /** What tokens are called and look like. */
  readonly faces: KeptFaces
  /** Resolves when what is kept in memory has heard of every change that is written by now. */
  readonly catchUp: () => Promise<void>
  readonly aptPrice: () => Promise<AptPrice>
  readonly ownerCounts: OwnerCounts
  /** Folder of the nightly snapshots; null where none are taken. */
  readonly snapshotDir: string | null
  /** What this process shares with others; null where no Redis is configured. */
  readonly redis: Pick<RedisLink, 'commands' | 'isReachable'> | null
  readonly cards: CardPress
  readonly log: FastifyBaseLogger
}

/** What the API is started with; the rest it makes itself. */
export type ApiParts = Omit<ApiContext, 'cards' | 'log'>
