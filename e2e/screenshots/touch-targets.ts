import type { Page } from 'playwright-core'

/** Least height of a control, and least width of one without words, on a touch screen. In CSS px. */
const FINGER_PX = 40
/** Least side of a control within a row, a card or a paragraph, where the next one is no nearer. @source WCAG 2.2, 2.5.8 */
const DENSE_PX = 24

/**
 * Returns the controls of a page on a touch screen that a finger could miss, each with its size, and those that something covers.
 * On a page with an open dialog only controls of the dialog count, and with an open popup none below it.
 */
export async function missedTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(readMissedTargets, { finger: FINGER_PX, dense: DENSE_PX })
}

/** Scrolls to each control and asks the browser what lies under points around its middle. Runs in the browser: nothing from outside may be used. */
function readMissedTargets({ finger, dense }: { readonly finger: number; readonly dense: number }): string[] {
  const CONTROL =
    'a[href], button, input, select, textarea, summary, [role="slider"], [role="menuitem"], [role="menuitemcheckbox"], [role="option"]'
  // The tick of a heading is as wide as those of the rows below it.
  const DENSE = '[data-row], [data-index], article, td, th input, li, p, dl'
  const WHOLE = '[data-row], [data-index]'
  const HIDDEN = '[inert], [aria-hidden="true"], opal-dev-wallet, [data-opal-dev-wallet="launcher"]'
  // A toast goes by itself.
  const POPUP = '#search-results, [role="menu"], [role="listbox"], [data-sonner-toast]'
  const nameOf = (one: HTMLElement) =>
    (one.getAttribute('aria-label') ?? (one.innerText || one.textContent || one.getAttribute('name') || ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 40)
  const labelOf = (one: Element) =>
    (one instanceof HTMLInputElement && [...(one.labels ?? [])].find((label) => label.contains(one))) || null
  const isShown = (one: HTMLElement) => {
    const box = (labelOf(one) ?? one).getBoundingClientRect()
    // No scrolling reaches what is fixed above the window, such as a link that appears with the focus.
    const top = getComputedStyle(one).position === 'fixed' ? 0 : -window.scrollY
    return one.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1 && box.bottom > top
  }
  // A click anywhere in the row or card follows its main link.
  const wholeOf = (one: HTMLElement) => (one.matches('[data-row-link], [data-card-link]') ? one.closest(WHOLE) : null)
  const isOf = (one: HTMLElement) => (hit: Element | null) => {
    if (hit === null) return false
    if (one.contains(hit) || labelOf(one)?.contains(hit)) return true
    const other = hit.closest(CONTROL)
    return other === null && wholeOf(one)?.contains(hit) === true
  }
  const reach = (isHit: (hit: Element | null) => boolean, x: number, y: number, dx: number, dy: number) => {
    let length = 0
    while (length < finger && isHit(document.elementFromPoint(x + dx * (length + 1), y + dy * (length + 1))))
      length += 1
    return length
  }
  const isInText = (one: HTMLElement) =>
    getComputedStyle(one).display === 'inline' &&
    [...(one.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
  const missed: string[] = []
  for (const one of document.querySelectorAll<HTMLElement>(CONTROL)) {
    if (one.closest(HIDDEN) !== null || !isShown(one) || isInText(one)) continue
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [line = one.getBoundingClientRect()] = one.getClientRects()
    const box = labelOf(one)?.getBoundingClientRect() ?? line
    // Right of what lies beside it.
    const x = Math.floor(Math.max(0, box.left) + Math.min(box.width, innerWidth - Math.max(0, box.left)) / 2)
    const y = Math.floor(box.top + box.height / 2)
    const isHit = isOf(one)
    const what = `${one.tagName.toLowerCase()} "${nameOf(one)}"`
    const hit = document.elementFromPoint(x, y)
    const popup = hit?.closest(POPUP)
    if (popup && !popup.contains(one)) continue
    if (!isHit(hit)) {
      missed.push(`${what} is covered by ${hit?.outerHTML.slice(0, 100) ?? 'nothing'}`)
      continue
    }
    const width = 1 + reach(isHit, x, y, -1, 0) + reach(isHit, x, y, 1, 0)
    const height = 1 + reach(isHit, x, y, 0, -1) + reach(isHit, x, y, 0, 1)
    const isDense = one.closest(DENSE) !== null
    const hasWords = one.innerText.trim() !== ''
    const least = isDense ? dense : finger
    // Points are whole pixels: up to one is lost at the edges.
    if (height < least - 1 || width < (hasWords ? dense : least) - 1) missed.push(`${what} is ${width} x ${height}`)
  }
  return [...new Set(missed)]
}
