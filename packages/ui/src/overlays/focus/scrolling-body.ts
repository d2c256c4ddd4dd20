const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]'

const FIELD = 'input, select, textarea'

/**
 * Watches a dialog's body, as its ref. While it scrolls and holds nothing that can be focused, it can be focused itself: the arrow keys scroll
 * what has the focus. When it gets lower, the field in use stays in view; so does its error, once it has come.
 */
export function scrollingBody(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return
  const update = () => {
    const isStop = body.scrollHeight > body.clientHeight && body.querySelector(FOCUSABLE) === null
    if (isStop) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
  const showError = errorShower(body)
  const content = new MutationObserver(() => {
    update()
    showError()
  })
  content.observe(body, { childList: true, subtree: true, characterData: true })
  const keepField = fieldKeeper(body)
  const size = new ResizeObserver(() => {
    update()
    keepField()
  })
  // Calls back after layout: measuring here would force a layout in the middle of a click.
  size.observe(body)
  return () => {
    content.disconnect()
    size.disconnect()
  }
}

/**
 * Returns a function that brings the focused field of a dialog back into view, for whenever its body may have become lower: by a phone's
 * keyboard, or a foot that got higher. A field that was scrolled away stays so.
 */
function fieldKeeper(body: HTMLElement): () => void {
  let height = 0
  return () => {
    const before = height
    height = body.clientHeight
    const field = document.activeElement
    if (height >= before || !field?.matches(FIELD) || body.parentElement?.contains(field) !== true) return
    const { top, bottom } = field.getBoundingClientRect()
    const start = body.getBoundingClientRect().top
    const isScrolledAway = bottom <= start || top >= start + before
    if (!body.contains(field) || !isScrolledAway) bringIntoView(field)
  }
}

/** Returns a function that brings a new error of the focused field into view, for whenever there may be one. */
function errorShower(body: HTMLElement): () => void {
  let said: string | null = null
  return () => {
    const field = document.activeElement
    const before = said
    said = field !== null && body.contains(field) ? (errorOf(field)?.textContent ?? null) : null
    if (field !== null && said !== null && said !== before) bringIntoView(field)
  }
}

/** Returns the message about an invalid value of a field. */
function errorOf(field: Element): HTMLElement | null {
  const isInvalid = field.getAttribute('aria-invalid') === 'true'
  return isInvalid ? document.getElementById(field.getAttribute('aria-describedby') ?? '') : null
}

/** Scrolls a field and its error into view; the field where there is no room for both. */
function bringIntoView(field: Element): void {
  for (const part of [errorOf(field), field]) part?.scrollIntoView({ block: 'nearest' })
}
