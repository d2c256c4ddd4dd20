import type { Locator, Page } from 'playwright-core'

/** Stops that one may have to pass. */
const MAX_STOPS = 150
/** The last stops before the goal are checked one by one: some are not where the document says. */
const LAST_STOPS = 5

/**
 * Presses Tab until the focus is on an element with this name, or on one of the locator's elements, such as any row of a
 * growing list. @throws Error when it is not reached.
 */
export async function tabTo(page: Page, goal: string | RegExp | Locator): Promise<void> {
  const isGoal = (name: string) =>
    typeof goal === 'string' ? name === goal : goal instanceof RegExp && goal.test(name)
  const isNamed = typeof goal === 'string' || goal instanceof RegExp
  const { following, at } = await (isNamed ? page.locator('body') : goal.first()).evaluate(readStops)
  const distance = 1 + (isNamed ? following.findIndex(isGoal) : at)
  for (let stop = 0; stop < distance - LAST_STOPS; stop += 1) await page.keyboard.press('Tab')
  const passed: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    if (isNamed ? isGoal(name) : await hasFocus(goal)) return
    passed.push(name)
  }
  throw new Error(`Tab never came to ${goal}; it came to:\n${[...new Set(passed)].join('\n')}`)
}

/** Returns whether an element of the locator has the focus. */
async function hasFocus(goal: Locator): Promise<boolean> {
  return goal.evaluateAll((elements) => elements.some((element) => element === document.activeElement))
}

/** Returns the accessible name of what has the focus: its label, or its text. */
export async function focusedName(page: Page): Promise<string> {
  return page
    .locator(':root')
    .evaluate(readStops)
    .then(({ focused }) => focused)
}

/**
 * Lists the tab stops behind the focus in the order of the document. Runs in the browser: nothing from outside may be used.
 * @returns their names, and the index of `element` among them, -1 where it is none of them.
 */
function readStops(element: Element): { readonly focused: string; readonly following: string[]; readonly at: number } {
  const nameOf = (one: Element | null): string => {
    if (!(one instanceof HTMLElement)) return ''
    const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])].map((label) => label.innerText) : []
    return (one.getAttribute('aria-label') ?? labels[0] ?? one.innerText).replace(/\s+/g, ' ').trim()
  }
  const { activeElement } = document
  const focused = nameOf(activeElement)
  // The root asks for the focus alone.
  if (element === document.documentElement) return { focused, following: [], at: -1 }
  const isStop = (one: HTMLElement) =>
    one.tabIndex >= 0 &&
    one.closest('[inert], :disabled') === null &&
    one.checkVisibility({ checkVisibilityCSS: true }) &&
    // A group of radio buttons is one stop.
    !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked)
  const isBehind = (one: Element) =>
    activeElement === null ||
    activeElement === document.body ||
    (activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const focusable = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
  const stops: Element[] = [...focusable].filter((one) => isBehind(one) && isStop(one))
  return { focused, following: stops.map(nameOf), at: stops.indexOf(element) }
}
