import { followListKeys } from './list-keys.ts'

const CARD = '[data-index]'
const LINK = `${CARD} [data-card-link]`
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
  const stopKeys = followListKeys(grid, LINK)
  update()
  return () => {
    observer.disconnect()
    grid.removeEventListener('focusin', follow)
    stopKeys()
    for (const card of grid.querySelectorAll<HTMLElement>(CARD)) setTabStops(card, true)
  }
}

/** Returns the card at the place of one that is gone, else the first. */
function sameCard(grid: HTMLElement, gone: HTMLElement | null): HTMLElement | null {
  const same = gone === null ? null : grid.querySelector<HTMLElement>(`[data-index="${gone.dataset.index}"]`)
  return same ?? grid.querySelector<HTMLElement>(CARD)
}

/** Remembers the former `tabindex` of each element, so that only changes made here are reverted. */
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
