import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromePath, TIMEOUT_MS, USER_AGENT } from './config.ts'
import { oncePerWorker } from './per-worker.ts'
import { watchPage, watchWindow } from './watched-pages.ts'

/** The one Chromium of this worker. As root it cannot make its sandbox. */
const theBrowser: () => Promise<Browser> = oncePerWorker(async (owned) => {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // Traces of a window that is closed without saving them would stay in the temporary folder.
  const traces = owned.use(mkdtempDisposableSync(join(tmpdir(), 'opal-traces-')))
  const browser = await chromium.launch({ executablePath: chromePath, args, tracesDir: traces.path })
  owned.defer(() => browser.close())
  return browser
})

/** Returns a desktop window of someone else. */
export async function newWindow(): Promise<BrowserContext> {
  const browser = await theBrowser()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    userAgent: USER_AGENT,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  })
  await watchWindow(context)
  return context
}

/** Returns a page that is closed with the test, or the file, that opened it. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  watchPage(page)
  return page
}
