import type { Browser, BrowserContext, Page } from 'playwright-core'
import { USER_AGENT } from '../harness/config.ts'
import type { Size } from './frames.ts'

/** A window for each size. It stays open, so that later states reuse what was loaded. */
export interface Windows {
  /**
   * Returns a page in the window of this size, as for someone who comes for the first time and has made these
   * choices.
   */
  openPage(size: Size, choices: Readonly<Record<string, string>>): Promise<Page>
}

/** Windows on one site. */
export function createWindows(browser: Browser, site: string): Windows {
  const windows = new Map<string, Promise<BrowserContext>>()
  return {
    async openPage(size, choices) {
      const window = windows.get(size.name) ?? openWindow(browser, size)
      windows.set(size.name, window)
      const context = await window
      const page = await context.newPage()
      await forget(page, site)
      const cookies = Object.entries(choices).map(([name, value]) => ({ name: `opal.${name}`, value, url: site }))
      await context.addCookies(cookies)
      return page
    },
  }
}

async function openWindow(browser: Browser, { width, height, isTouched }: Size): Promise<BrowserContext> {
  const viewport = { width, height }
  const context = await browser.newContext({
    viewport,
    hasTouch: isTouched === true,
    userAgent: USER_AGENT,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  })
  await context.grantPermissions(['clipboard-write'])
  return context
}

/** Removes what earlier scenes left in this window. */
async function forget(page: Page, site: string): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(site).origin,
    storageTypes: 'local_storage,indexeddb,cache_storage',
  })
  await devtools.detach()
}
