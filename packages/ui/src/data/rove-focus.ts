const CARD = '[data-index]'
const LINK = '[data-card-link]'
const CONTROL = 'a[href], button, input, select, textarea, [tabindex="0"], [data-roved]'

/**
 * Makes a grid of cards a few tab stops: Tab comes to the card that had the focus last, else to the first one, through its
 * controls, and leaves the grid. Arrow keys move between cards; End and Home go to the last card and the first. Follows cards and
 * controls that come and go. Loaded after hydration.
 * @returns a function that makes every control a tab stop again.
 */
export function roveFocus(grid: HTMLElement): () => void {
  let current = document.activeElement?.closest<HTMLElement>(CARD) ?? null
  if (!grid.contains(current)) current = null
  const update = () => {
    if (current === null || !grid.contains(current)) current = sameCard(grid, current)
    for (const card of grid.querySelectorAll<HTMLElement>(CARD)) setTabStops(card, card === current)
  }
  const follow = ({ target }: Event) => {
    const card = (target as Element).closest<HTMLElement>(CARD)
    if (card === null || card === current) return
    current = card
    update()
  }
  const observer = new MutationObserver(update)
  observer.observe(grid, { childList: true, subtree: true })
  grid.addEventListener('focusin', follow)
  grid.addEventListener('keydown', moveToEdge)
  update()
  return () => {
    observer.disconnect()
    grid.removeEventListener('focusin', follow)
    grid.removeEventListener('keydown', moveToEdge)
    for (const card of grid.querySelectorAll<HTMLElement>(CARD)) setTabStops(card, true)
  }
}

/** Longest time until the first or the last card of a long list is rendered after it was scrolled there. */
const RENDER_TIMEOUT_MS = 2_000

/** Moves the focus to the first card of the list on Home, to the last loaded one on End, scrolling there. */
function moveToEdge(event: KeyboardEvent): void {
  const grid = event.currentTarget as HTMLElement
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const isPlain = !(altKey || ctrlKey || metaKey || shiftKey)
  if ((key !== 'Home' && key !== 'End') || !isPlain || (target as HTMLElement).matches('input, select, textarea'))
    return
  event.preventDefault()
  if (focusEdge(grid, key)) return
  // The focus waits on the list: its card is removed as it is scrolled away.
  grid.tabIndex = -1
  grid.style.outline = 'none'
  grid.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    const isAway = document.activeElement !== grid && document.activeElement !== document.body
    if (isAway || focusEdge(grid, key)) observer.disconnect()
  })
  observer.observe(grid.parentElement ?? grid, { childList: true, subtree: true, attributeFilter: ['style'] })
  setTimeout(() => observer.disconnect(), RENDER_TIMEOUT_MS)
  grid.parentElement?.scrollIntoView({ block: key === 'Home' ? 'start' : 'end' })
}

/** Focuses the first or the last card. @returns false where that is not rendered: its side of the list is empty space. */
function focusEdge(grid: HTMLElement, key: 'Home' | 'End'): boolean {
  const { paddingTop = '', paddingBottom = '' } = grid.parentElement?.style ?? {}
  if (Number.parseFloat(key === 'Home' ? paddingTop : paddingBottom) > 0) return false
  const links = [...grid.querySelectorAll<HTMLElement>(`${CARD} ${LINK}`)]
  const link = links.at(key === 'Home' ? 0 : -1)
  link?.focus()
  return link !== undefined
}

/** Returns the card at the place of one that is gone, else the first. */
function sameCard(grid: HTMLElement, gone: HTMLElement | null): HTMLElement | null {
  const same = gone === null ? null : grid.querySelector<HTMLElement>(`[data-index="${gone.dataset.index}"]`)
  return same ?? grid.querySelector<HTMLElement>(CARD)
}

/** Keeps what `tabindex` an element had: only what was changed here is changed back. */
function setTabStops(card: HTMLElement, areStops: boolean): void {
  for (const control of card.querySelectorAll<HTMLElement>(CONTROL)) {
    const { roved } = control.dataset
    if (areStops === (roved === undefined)) continue
    if (areStops) {
      if (roved === '') control.removeAttribute('tabindex')
      else control.setAttribute('tabindex', roved ?? '')
      delete control.dataset.roved
    } else {
      if (control.getAttribute('tabindex') === '-1') continue
      control.dataset.roved = control.getAttribute('tabindex') ?? ''
      control.setAttribute('tabindex', '-1')
    }
  }
}
