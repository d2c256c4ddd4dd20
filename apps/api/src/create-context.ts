import { createNodeClient, type NodeClient } from '@opal/chain/rest/node-client'
import { createSignInVerifier } from '@opal/chain/sign-in/verify-sign-in'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Address } from '@opal/domain/address'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { openObjectFolder } from '@opal/runtime/objects/object-folder'
import type { Logger } from 'pino'
import { createKeyChecks } from './auth/key-rotation.ts'
import { createCollectionCache } from './cache/collection-cache.ts'
import { createCollectionFactsCache } from './cache/collection-facts-cache.ts'
import { createTokenPreviewCache } from './cache/token-preview-cache.ts'
import { createTraitSummaryCache } from './cache/trait-summary-cache.ts'
import type { ApiConfig } from './config.ts'
import type { ApiParts, NetworkFacts } from './context.ts'
import { NODE_ANSWER_MS } from './node-answer-time.ts'
import { createLookAlikes } from './resources/collections/look-alikes.ts'
import { createOwnerCounts, type OwnerCounts } from './resources/collections/owner-counts.ts'
import { createPriceFeed } from './resources/network/apt-price.ts'
import { createTradeNode } from './trading/gates/trade-node.ts'
import { createTradeCounts } from './trading/trade-counts.ts'
import { createTraitCache } from './trait-filter/trait-cache.ts'

/** Parts of the handlers' context that the start owns. */
type StartedParts = Pick<ApiParts, 'store' | 'replicas' | 'nowMicros' | 'redis' | 'sockets' | 'catchUp' | 'isDraining'>

/** URLs that are known once the servers listen. */
export type ListeningUrls = Pick<NetworkFacts, 'apiUrl' | 'chainGraphqlUrl'>

/** Creates the context of the handlers: caches, clients of the node, and checks. @param urls read whenever they are needed */
export async function createContext(
  config: ApiConfig,
  parts: StartedParts,
  urls: ListeningUrls,
  log: Logger,
): Promise<ApiParts> {
  const { nowMicros } = parts
  const nodeOptions = { nodeUrl: config.nodeUrl, apiKey: config.nodeApiKey, timeoutMs: NODE_ANSWER_MS }
  const ownerCounts = createOwnerCounts({
    rules: config.ownerCounts,
    view: createNodeClient(nodeOptions).view,
    nowMicros,
    onError: (error) => log.warn({ err: error }, 'the owners of a collection could not be counted'),
  })
  return {
    ...parts,
    ...createCaches(config, parts, ownerCounts),
    ...createSignIn(config, parts, log),
    network: networkFacts(config, urls),
    marketplaces: contractsOf(config.network, config.contracts),
    aggregator: config.aggregator,
    node: createTradeNode(nodeOptions),
    snapshots: config.snapshotDir === null ? null : await openObjectFolder(config.snapshotDir, config.s3),
    ownerCounts,
    tradeCounts: createTradeCounts(CATALOGUE.filter(({ tag }) => tag === 'Trade').map(({ id }) => id)),
    aptPrice: createPriceFeed({
      source: config.aptPriceSource,
      fetch,
      nowMicros,
      onError: (error) => log.warn({ err: error }, 'the price of APT could not be fetched'),
    }),
  }
}

function createCaches(
  { collectionMs }: ApiConfig,
  { store, nowMicros }: StartedParts,
  ownerCounts: OwnerCounts,
): Pick<ApiParts, 'collections' | 'facts' | 'tokenPreviews' | 'traitSummaries' | 'traits' | 'lookAlikes'> {
  const lookAlikes = createLookAlikes({ store })
  return {
    collections: createCollectionCache({ store, nowMicros, ownerCounts, lookAlikes }, collectionMs),
    facts: createCollectionFactsCache({ store, nowMicros }, collectionMs),
    tokenPreviews: createTokenPreviewCache({ store }),
    traitSummaries: createTraitSummaryCache({ store }, collectionMs),
    traits: createTraitCache(store, { cachesTrading: true }),
    lookAlikes,
  }
}

function createSignIn(
  { network, signInNode }: ApiConfig,
  { store, nowMicros }: StartedParts,
  log: Logger,
): Pick<ApiParts, 'verifySignIn' | 'keyChecks'> {
  const node: NodeClient = createNodeClient({
    nodeUrl: signInNode.url,
    apiKey: signInNode.apiKey,
    timeoutMs: NODE_ANSWER_MS,
  })
  const authenticationKeyOf = async (account: Address) => (await node.account(account)).authenticationKey
  return {
    verifySignIn: createSignInVerifier({
      network,
      nodeUrl: signInNode.url,
      nodeApiKey: signInNode.apiKey,
      authenticationKeyOf,
    }),
    keyChecks: createKeyChecks({
      store,
      nowMicros,
      authenticationKeyOf,
      onError: (error) => log.warn({ err: error }, 'which key controls an account could not be checked'),
    }),
  }
}

/** Ports are known only once the servers listen, so their URLs are read on demand. */
function networkFacts(config: ApiConfig, urls: ListeningUrls): NetworkFacts {
  return {
    name: config.network,
    chainId: CHAIN_IDS[config.network],
    nodeUrl: config.nodePublicUrl,
    get chainGraphqlUrl() {
      return urls.chainGraphqlUrl
    },
    faucetUrl: config.faucetUrl,
    get apiUrl() {
      return urls.apiUrl
    },
    webUrl: config.webPublicUrl,
    devWalletScriptUrl: config.devWalletScriptUrl,
  }
}
