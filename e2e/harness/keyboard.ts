import type { Page } from 'playwright-core'

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

/** Presses a key until something has come of it: before the page listens, keys are lost. */
export async function pressUntil(page: Page, key: string, done: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < 40; time += 1) {
    if (await done()) return
    await page.keyboard.press(key)
    await page.waitForTimeout(250)
  }
  throw new Error(`${key} did nothing`)
}
