import type { Page } from 'playwright-core'

/**
 * Resolves when an element that matches the selector is in the document, however briefly, also on a slow machine. Call it before
 * the element can appear.
 */
export function appears(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted) === null) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
      }),
    selector,
  )
}
