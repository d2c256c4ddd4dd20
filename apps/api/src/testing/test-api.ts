import { PayloadMismatchError } from '@opal/chain/rest/node-errors'
import type { SimulationResult } from '@opal/chain/rest/simulation'
import { signInText } from '@opal/chain/sign-in/sign-in-message'
import { createSignInVerifier } from '@opal/chain/sign-in/verify-sign-in'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { EXAMPLE_SIGN_IN } from '@opal/contract/shapes/example-sign-in'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { openDiskFolder } from '@opal/runtime/objects/disk-folder'
import { writeChallenge } from '@opal/store/accounts/sessions'
import { connect, type Store } from '@opal/store/driver/connection'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { createTestDatabase, type Filling } from '@opal/store/testing/test-database'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createKeyChecks } from '../auth/key-rotation.ts'
import { createCollectionCache } from '../cache/collection-cache.ts'
import { createCollectionFactsCache } from '../cache/collection-facts-cache.ts'
import { createTokenPreviewCache } from '../cache/token-preview-cache.ts'
import { createTraitSummaryCache } from '../cache/trait-summary-cache.ts'
import { type ApiConfig, readConfig } from '../config.ts'
import type { ApiParts } from '../context.ts'
import { createApi } from '../create-api.ts'
import { createLookAlikes } from '../resources/collections/look-alikes.ts'
import { createOwnerCounts } from '../resources/collections/owner-counts.ts'
import { createPriceFeed } from '../resources/network/apt-price.ts'
import type { TradeNode } from '../trading/gates/trade-node.ts'
import { createTradeCounts } from '../trading/trade-counts.ts'
import { createTraitCache } from '../trait-filter/trait-cache.ts'
import { seedSnapshot } from './seed-snapshot.ts'

/** Twenty minutes past an hour: every sliding window has a partial hour at its start. */
export const TEST_NOW_MICROS = 1_790_000_000_000_000n - (1_790_000_000_000_000n % 3_600_000_000n) + 1_200_000_000n

/** The hand-made market, and the example's sign-in that waits for its answer. */
const SMALL_MARKET: Filling = {
  name: 'small_market',
  async fill(connectionString) {
    await using store = connect({ connectionString, applicationName: 'test' })
    await seedSmallMarket(store, { ids: EXAMPLE, marketplace: nativeMarketplace.id, nowMicros: TEST_NOW_MICROS })
    await seedSignIn(store)
  },
}

/** Token of the operator's calls in tests. */
export const TEST_OPERATOR_TOKEN = 'the-operator-of-the-tests'

/** Result of every view that counts owners, where `OWNER_COUNTS` names one. */
export const TEST_OWNERS = '17'

/** An API on the hand-made market, with a node that answers as the test says. */
export interface TestApi extends AsyncDisposable {
  readonly server: FastifyInstance
  /** The market's database as its owner; the API's own connection is `context.store`. */
  readonly store: Store
  readonly context: ApiParts
  readonly config: ApiConfig
  /** Authentication keys of accounts that have rotated theirs; an error of the node instead of one, or a promise where it is slow. */
  readonly rotatedKeys: Map<string, string | Error | Promise<string>>
}

/** A node where everything succeeds, and every wallet has 100 APT. Tests replace what they are about. */
export function wellNode(): TradeNode {
  return {
    isKnown: async () => true,
    forRequest() {
      return this
    },
    ledger: async () => ({ chainId: 4, version: 105n, timestampMicros: TEST_NOW_MICROS }),
    balanceOctas: async () => 10_000_000_000n,
    simulate: async () => simulated({}),
    module: (moduleId) => Promise.reject(new PayloadMismatchError(moduleId, 'no such module')),
  }
}

/** A simulation that succeeds and reports nothing but what is given. */
export function simulated(given: Partial<SimulationResult>): SimulationResult {
  const success = given.success ?? true
  const gas = { gasUsed: 12n, gasUnitPrice: 100n }
  return {
    success,
    vmStatus: 'Executed successfully',
    ...gas,
    storageRefundOctas: 500n,
    transaction: {
      version: 105n,
      hash: '0x',
      blockHeight: 0n,
      epoch: 0n,
      timestampMicros: TEST_NOW_MICROS,
      success,
      sender: null,
      entryFunction: null,
      ...gas,
      events: [],
      changes: [],
    },
    ...given,
  }
}

/**
 * Starts it; `node` replaces single answers of {@link wellNode}.
 * @param through leads to the database by another address.
 */
export async function createTestApi(
  node: Partial<TradeNode> = {},
  environment: Record<string, string> = {},
  through: (databaseUrl: string) => Promise<string> = async (databaseUrl) => databaseUrl,
): Promise<TestApi> {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase({ filling: SMALL_MARKET }))
  // The API has its own role's rights; a test writes as the owner.
  const owned = stack.use(connect({ connectionString: database.databaseUrl, applicationName: 'test' }))
  const config = readConfig({
    OPAL_NETWORK: 'local',
    API_PUBLIC_URL: 'http://127.0.0.1:3001',
    DATABASE_URL: await through(database.apiDatabaseUrl),
    APT_PRICE_SOURCE: 'static:12.345',
    OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
    LOG_LEVEL: 'silent',
    // Tests change rows behind the feed's back.
    API_HOT_MS: '0',
    ...environment,
  })
  const store = stack.use(connect({ connectionString: config.databaseUrl, applicationName: 'test' }))
  const nowMicros = () => TEST_NOW_MICROS
  const rotatedKeys: TestApi['rotatedKeys'] = new Map()
  const authenticationKeyOf = async (account: string) => {
    const key = rotatedKeys.get(account) ?? account
    if (key instanceof Error) throw key
    return key
  }
  const ownerCounts = createOwnerCounts({
    rules: config.ownerCounts,
    view: async () => [TEST_OWNERS],
    nowMicros,
    onError: () => undefined,
  })
  const lookAlikes = createLookAlikes({ store }, 0)
  const context: ApiParts = {
    store,
    replicas: null,
    collections: createCollectionCache({ store, nowMicros, ownerCounts, lookAlikes }, 0),
    facts: createCollectionFactsCache({ store, nowMicros }, 0),
    tokenPreviews: createTokenPreviewCache({ store }),
    traitSummaries: createTraitSummaryCache({ store }, 0),
    nowMicros,
    network: {
      name: config.network,
      chainId: 4,
      nodeUrl: config.nodePublicUrl,
      chainGraphqlUrl: 'http://127.0.0.1:8090/v1/graphql',
      faucetUrl: null,
      apiUrl: 'http://127.0.0.1:3001',
      webUrl: config.webPublicUrl,
      devWalletScriptUrl: null,
    },
    marketplaces: contractsOf('local'),
    aggregator: config.aggregator,
    node: { ...wellNode(), ...node },
    verifySignIn: createSignInVerifier({
      network: 'local',
      nodeUrl: config.nodeUrl,
      authenticationKeyOf,
    }),
    keyChecks: createKeyChecks({ store, nowMicros, authenticationKeyOf, onError: () => undefined, everyMs: 0 }),
    traits: createTraitCache(store),
    snapshots: openDiskFolder(stack.use(await seedSnapshot()).directory),
    redis: null,
    sockets: () => null,
    catchUp: async () => undefined,
    isDraining: () => false,
    ownerCounts,
    lookAlikes,
    tradeCounts: createTradeCounts([]),
    aptPrice: createPriceFeed({
      source: config.aptPriceSource,
      fetch: () => Promise.reject(new Error('Tests ask no source.')),
      nowMicros,
      onError: () => undefined,
    }),
  }
  const server = await createApi(config, context, pino({ level: 'silent' }))
  stack.defer(() => server.close())
  return { server, store: owned, context, config, rotatedKeys, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The example's sign-in waits for its answer. */
async function seedSignIn(store: Store): Promise<void> {
  const { input } = EXAMPLE_SIGN_IN
  const challenge = { nonce: input.nonce, wallet: input.address, message: signInText(input) }
  await writeChallenge(store, { ...challenge, expiresAtMicros: 4_102_444_800_000_000n }, TEST_NOW_MICROS)
}
