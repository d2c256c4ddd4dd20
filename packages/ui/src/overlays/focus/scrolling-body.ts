const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]'

/**
 * Watches a dialog's body, as its ref. While it scrolls and holds nothing that can be focused, it can be focused itself: the arrow keys scroll
 * what has the focus.
 */
export function scrollingBody(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return
  const update = () => {
    const isStop = body.scrollHeight > body.clientHeight && body.querySelector(FOCUSABLE) === null
    if (isStop) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
  const content = new MutationObserver(update)
  content.observe(body, { childList: true, subtree: true, characterData: true })
  const size = new ResizeObserver(update)
  // Calls back once the body is laid out: asked now, its size would be computed in the middle of a click.
  size.observe(body)
  return () => {
    content.disconnect()
    size.disconnect()
  }
}
