import type { Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'
import { whenReady } from './when-ready.ts'

/** Stops that one may have to pass. */
const FAR = 150

/** Goes on by Tab until what has the focus is called so. @throws Error when it is not reached. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < FAR; stop += 1) {
    await page.keyboard.press(key)
    const found = await focusedName(page)
    if (typeof name === 'string' ? found === name : name.test(found)) return
    passed.push(found)
  }
  throw new Error(`Tab never came to ${name}; it came to:\n${[...new Set(passed)].join('\n')}`)
}

/** What a reader hears of what has the focus: its label, or its words. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const labels =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((label) => label.innerText) : []
    return (element.getAttribute('aria-label') ?? labels[0] ?? element.innerText).replace(/\s+/g, ' ').trim()
  })
}

/** Presses a key until something has come of it: what listens to it may come later than the page. */
export async function pressUntil(page: Page, key: string, done: () => Promise<boolean>): Promise<void> {
  await whenReady(page)
  const pressed = async () => {
    if (await done()) return true
    await page.keyboard.press(key)
    return done()
  }
  await waitFor(`${key} to lead where it should`, pressed, { seen: () => focusedName(page) })
}
