/** Longest time until the first or the last item of a long list is rendered after it was scrolled there. */
const RENDER_TIMEOUT_MS = 2_000
const STEPS: Readonly<Record<string, 'first' | 'last'>> = {
  ArrowDown: 'first',
  ArrowRight: 'first',
  j: 'first',
  ArrowUp: 'last',
  ArrowLeft: 'last',
  k: 'last',
}

/**
 * Makes the keys work in a virtualized list, which renders only the items near the window: Home and End go to the first and the last loaded
 * item, and where the focused item was scrolled away, arrow keys continue from what is in view. The list marks by `data-before` and `data-after`
 * on which side items are not rendered. Loaded after hydration.
 * @param link selector of the control of an item that takes the focus
 * @returns a function that ends it.
 */
export function followListKeys(list: HTMLElement, link: string): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey || (target as HTMLElement).matches('input, select, textarea')) return
    if (list.querySelector(link) === null) return
    const step = STEPS[key]
    if (key === 'Home' || key === 'End') {
      event.preventDefault()
      goToEdge(list, link, key)
    } else if (step !== undefined && target === list && focusInView(list, link, step)) event.preventDefault()
  }
  list.addEventListener('keydown', onKeyDown)
  return () => list.removeEventListener('keydown', onKeyDown)
}

/** Moves the focus to the first item of the list, or to the last loaded one, scrolling there. */
function goToEdge(list: HTMLElement, link: string, key: 'Home' | 'End'): void {
  if (focusEdge(list, link, key)) return
  // The list holds the focus meanwhile: the focused item is removed once it is scrolled away.
  list.tabIndex = -1
  list.style.outline = 'none'
  list.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    const isAway = document.activeElement !== list && document.activeElement !== document.body
    if (isAway || focusEdge(list, link, key)) observer.disconnect()
  })
  observer.observe(list, { childList: true, subtree: true, attributeFilter: ['data-before', 'data-after'] })
  setTimeout(() => observer.disconnect(), RENDER_TIMEOUT_MS)
  list.parentElement?.scrollIntoView({ block: key === 'Home' ? 'start' : 'end' })
}

/** Focuses the first or the last item. @returns false where that is not rendered. */
function focusEdge(list: HTMLElement, link: string, key: 'Home' | 'End'): boolean {
  const space = key === 'Home' ? list.dataset.before : list.dataset.after
  return space === undefined && focus([...list.querySelectorAll<HTMLElement>(link)].at(key === 'Home' ? 0 : -1))
}

/** Focuses the first or the last item that is in the window. */
function focusInView(list: HTMLElement, link: string, which: 'first' | 'last'): boolean {
  const inView = [...list.querySelectorAll<HTMLElement>(link)].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
  return focus(inView.at(which === 'first' ? 0 : -1))
}

function focus(link: HTMLElement | undefined): boolean {
  link?.focus()
  return link !== undefined
}
