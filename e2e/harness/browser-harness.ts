import { createNetwork, type Network, type NetworkOptions } from '@opal/dev-network/create-network'
import { demoTraders } from '@opal/dev-seeds/accounts/demo-cast'
import { MARKET_SCALES } from '@opal/dev-seeds/market/market-scale'
import { operatorChoice } from '@opal/dev-seeds/market/open-demo-ledger'
import { queryValue } from '@opal/store/testing/market-truth'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import type { BrowserContext, Page } from 'playwright-core'
import { newPage, newWindow } from './browser.ts'
import { instanceDir } from './config.ts'
import { keepOnFailure, lastRows } from './failures.ts'
import { type Gate, openGate } from './gate.ts'
import { oncePerWorker } from './per-worker.ts'
import { attachToInstance } from './running-instance.ts'
import { createTail, type Tail } from './tail.ts'
import { whenReady } from './when-ready.ts'

/** A network and a browser that looks at it. */
export interface BrowserHarness extends AsyncDisposable {
  readonly network: Network
  readonly databaseUrl: string
  /**
   * Returns a window of its own: other people, other storage. It is closed with the test, or the file, that opened
   * it.
   */
  visitor(path: string): Promise<Page>
  /** Another tab of a user's browser: the same storage. */
  tabOf(context: BrowserContext, path: string): Promise<Page>
  /** Errors that any page threw. */
  readonly pageErrors: readonly string[]
}

/** Connections of the network that a test can cut. */
export interface Gates {
  readonly api: Gate
  readonly stream: Gate
}

type HarnessOptions = Omit<NetworkOptions, 'databaseUrl' | 'apiDatabaseUrl' | 'log'>
/** With the last lines of its programs. */
type RunningNetwork = Pick<BrowserHarness, 'network' | 'databaseUrl'> & { readonly log: Tail } & AsyncDisposable

const sharedNetwork = oncePerWorker(async (owned): Promise<Omit<RunningNetwork, typeof Symbol.asyncDispose>> => {
  if (instanceDir !== null) return { ...attachToInstance(instanceDir), log: createTail() }
  const accounts = demoTraders().map(({ name, address, privateKey }) => ({ name, address, privateKey }))
  const started = owned.use(await startNetwork({ accounts }))
  await verifyAsOperator(started.databaseUrl)
  return started
})

/** Verifies the collections that the demo's operator does. */
async function verifyAsOperator(databaseUrl: string): Promise<void> {
  const { verified } = operatorChoice(MARKET_SCALES.small.collections)
  const ids = verified.map((id) => `('${id}')`).join(', ')
  await queryValue(databaseUrl, `insert into account.verified_collections (collection_id) values ${ids}`)
}

/**
 * Returns the market shared by journeys that do not disturb others: each trades as users of its own (`users.ts`),
 * leaves nothing paused or cut, and reads what it compares with when it begins. All forty traders can be played.
 */
export async function sharedHarness(): Promise<BrowserHarness> {
  return lookAt({ ...(await sharedNetwork()), [Symbol.asyncDispose]: async () => {} })
}

/** Returns a market for a journey that changes what others rely on: it pauses, cuts, or moves the clock. */
export async function openHarness(options: HarnessOptions = {}): Promise<BrowserHarness> {
  return lookAt(await startNetwork(options))
}

/** The same, with connections that can be cut. */
export async function openHarnessWithGates(): Promise<
  { readonly harness: BrowserHarness; readonly gates: Gates } & AsyncDisposable
> {
  await using stack = new AsyncDisposableStack()
  const opened = new Map<keyof Gates, Gate>()
  const proxy = async (connection: keyof Gates, address: string) => {
    const gate = stack.use(await openGate(address))
    opened.set(connection, gate)
    return gate.address
  }
  const harness = stack.use(await openHarness({ proxy }))
  const [api, stream] = [opened.get('api'), opened.get('stream')]
  if (api === undefined || stream === undefined) throw new Error('a connection has no gate')
  const owned = stack.move()
  return { harness, gates: { api, stream }, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function startNetwork(options: HarnessOptions): Promise<RunningNetwork> {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl, apiDatabaseUrl } = stack.use(await createTestDatabase())
  const log = createTail()
  const logger = pino({ level: 'warn' }, { write: (line: string) => log.add(line.trimEnd()) })
  const network = stack.use(await createNetwork({ databaseUrl, apiDatabaseUrl, ...options, log: logger }))
  await network.settle()
  const owned = stack.move()
  return { network, databaseUrl, log, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function lookAt({ network, databaseUrl, log, ...running }: RunningNetwork): BrowserHarness {
  const pageErrors: string[] = []
  keepOnFailure('programs.log', () => log.lines.join('\n'))
  keepOnFailure('market.json', () => lastRows(databaseUrl))
  const open = async (context: BrowserContext, path: string) => {
    const page = await newPage(context)
    page.on('pageerror', (error) => pageErrors.push(error.message))
    await page.goto(new URL(path, network.webUrl).href)
    if (path !== 'about:blank') await whenReady(page)
    return page
  }
  return {
    network,
    databaseUrl,
    pageErrors,
    visitor: async (path) => open(await newWindow(), path),
    tabOf: open,
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
