import type { Page } from 'playwright-core'

/**
 * Resolves when something like that is in the document, however shortly: what is marked for a second is seen on the
 * slowest machine too. Ask before it can happen.
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
