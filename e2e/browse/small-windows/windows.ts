import type { Page } from 'playwright-core'
import { largestCollection } from '../../harness/market.ts'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'

export const SMALLEST_PHONE = { width: 320, height: 640 }
export const LARGE_PHONE = { width: 412, height: 823 }
/** A phone on its side. */
export const LANDSCAPE = { width: 844, height: 390 }

/** Returns the address of the largest collection. */
export async function collectionPath({ harness }: Browsing): Promise<string> {
  return `/collection/${(await largestCollection(harness.network)).slug}`
}

/** Opens an address in a window that has its size before the page is loaded. */
export async function openIn(
  { harness }: Browsing,
  size: { readonly width: number; readonly height: number },
  path: string,
): Promise<Page> {
  const page = await harness.visitor('about:blank')
  await page.setViewportSize(size)
  await page.goto(harness.network.webUrl + path)
  await whenReady(page)
  return page
}
