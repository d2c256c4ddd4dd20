import { createNetwork, type Network, type NetworkOptions } from '@opal/dev-network/create-network'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromePath } from './config.ts'
import { type Gate, openGate } from './gate.ts'

/** A network and a browser that looks at it. */
export interface Stage extends AsyncDisposable {
  readonly network: Network
  readonly databaseUrl: string
  /** A window of its own: other people, other storage. */
  visitor(path: string): Promise<Page>
  /** Another tab of somebody's browser: the same storage. */
  tabOf(context: BrowserContext, path: string): Promise<Page>
  /** Errors that any page threw or logged. */
  readonly pageErrors: readonly string[]
}

/** Lines of the network that a test can cut. */
export interface Gates {
  readonly api: Gate
  readonly stream: Gate
}

/** Starts everything that a journey needs. */
export async function openStage(options: Omit<NetworkOptions, 'databaseUrl'> = {}): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const network = stack.use(await createNetwork({ databaseUrl: database.databaseUrl, ...options }))
  await network.settle()
  const browser = await launch()
  stack.defer(() => browser.close())
  const pageErrors: string[] = []
  const owned = stack.move()
  return {
    network,
    databaseUrl: database.databaseUrl,
    pageErrors,
    visitor: async (path) => openPage(await newVisitor(browser), new URL(path, network.webUrl).href, pageErrors),
    tabOf: (context, path) => openPage(context, `${network.webUrl}${path}`, pageErrors),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The same, with lines that can be cut. */
export async function openStageWithGates(): Promise<
  { readonly stage: Stage; readonly gates: Gates } & AsyncDisposable
> {
  await using stack = new AsyncDisposableStack()
  const opened = new Map<keyof Gates, Gate>()
  const lead = async (line: keyof Gates, address: string) => {
    const gate = stack.use(await openGate(address))
    opened.set(line, gate)
    return gate.address
  }
  const stage = stack.use(await openStage({ lead }))
  const [api, stream] = [opened.get('api'), opened.get('stream')]
  if (api === undefined || stream === undefined) throw new Error('a line was led past its gate')
  const owned = stack.move()
  return { stage, gates: { api, stream }, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** As root Chromium cannot make its sandbox. */
function launch(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: chromePath, args })
}

/** A desktop window. A plain user agent: the site gives robots whole pages instead of streaming. */
function newVisitor(browser: Browser): Promise<BrowserContext> {
  const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  return browser.newContext({ viewport: { width: 1440, height: 900 }, userAgent, reducedMotion: 'reduce' })
}

async function openPage(context: BrowserContext, url: string, errors: string[]): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(url)
  return page
}
