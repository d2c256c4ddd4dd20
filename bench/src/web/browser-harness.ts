import { setTimeout as delay } from 'node:timers/promises'
import { createApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { listCollectionTokens } from '@opal/contract/tokens'
import { createNetwork, type Network } from '@opal/dev-network/create-network'
import { type Browser, chromium } from 'playwright-core'
import { startScratchPostgres } from '../scratch-postgres.ts'
import { type BaselineSite, startBaselineSite, type TakenPage } from './baseline-site.ts'
import { takePageApart } from './page-tree.ts'

const IMAGES_WITHIN_MS = 60_000

/** The product with a small market, a browser, and the bare pages that the product is compared with. */
export interface BrowserHarness extends AsyncDisposable {
  readonly network: Network
  readonly browser: Browser
  readonly baseline: BaselineSite
  /** Path in the product, by name. */
  readonly paths: Readonly<Record<'landing' | 'collection' | 'token', string>>
}

/** Starts the product, a browser and the bare pages. */
export async function openBrowserHarness(chromePath: string): Promise<BrowserHarness> {
  await using stack = new AsyncDisposableStack()
  const databases = await startScratchPostgres(stack)
  const { databaseUrl } = stack.use(await databases.create())
  const network = stack.use(await createNetwork({ databaseUrl, apiDatabaseUrl: databaseUrl }))
  await network.settle()
  // As root Chromium cannot make its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: chromePath, args })
  stack.defer(() => browser.close())
  const paths = await choosePaths(network)
  const baseline = stack.use(await startBaselineSite(await takePages(browser, network.webUrl, paths), network.webUrl))
  const owned = stack.move()
  return { network, browser, baseline, paths, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function choosePaths({ apiUrl }: Network): Promise<BrowserHarness['paths']> {
  const call = createApiClient({ api: apiUrl })
  const { data: collections } = await call(listCollections, { query: { take: 50 } })
  // Leaves out the collection of names, which may be the largest: none of them is listed or has an image.
  const sold = collections.filter(({ floorPrice }) => floorPrice !== null)
  const largest = sold.toSorted((a, b) => b.currentSupply - a.currentSupply)[0]
  if (largest === undefined) throw new Error('the market has no collection with a listing')
  const { data: tokens } = await call(listCollectionTokens, {
    params: { id: largest.collectionId },
    query: { limit: 1 },
  })
  const token = tokens[0]
  if (token === undefined) throw new Error('the largest collection has no token')
  return {
    landing: '/',
    collection: `/collection/${largest.slug}`,
    token: `/collection/${token.collectionId}/${token.tokenDataId}`,
  }
}

/** Returns the product's pages as it renders them, whole: as robots get them. */
async function takePages(
  browser: Browser,
  origin: string,
  paths: BrowserHarness['paths'],
): Promise<readonly TakenPage[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    const taken: TakenPage[] = []
    for (const [name, path] of Object.entries(paths)) {
      const { body, styles, css } = await page.evaluate(takePageApart, await readIllustratedPage(origin + path))
      const sheets = await Promise.all(styles.map(async (href) => (await fetch(new URL(href, origin))).text()))
      taken.push({ name, body, css: [css, ...sheets].join('\n') })
    }
    return taken
  } finally {
    await context.close()
  }
}

/**
 * Reads a page as robots get it once its largest image is known: metadata is fetched after the market is made, and a page without
 * images would be a limit that no page with them can reach.
 * @throws Error when a minute passes without it.
 */
async function readIllustratedPage(url: string): Promise<string> {
  for (const until = Date.now() + IMAGES_WITHIN_MS; Date.now() < until; await delay(500)) {
    const answer = await fetch(url, { headers: { 'user-agent': 'Googlebot/2.1' } })
    const html = await answer.text()
    if (html.includes('fetchPriority="high"')) return html
  }
  throw new Error(`${url} has no image on its first screen`)
}
