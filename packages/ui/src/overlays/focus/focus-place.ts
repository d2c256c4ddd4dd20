import { focusRegion, focusRegionOf } from './focus-region.ts'

const CONTROL =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const ROW = 'li, tr, [data-row], [data-index]'
const MAIN_LINK = '[data-row-link], [data-card-link]'
const PART = '[data-focus-region], [role="tabpanel"], [role="dialog"], section, article, aside, main'
const HEADING = 'h1, h2, h3, h4'

/** Position of a control in the page, for when it has been removed. */
export interface FocusPlace {
  /** From the control outwards: each parent, its children, and the index of the one that leads to the control. */
  readonly levels: readonly PlaceLevel[]
  /** Index among the controls of its row. */
  readonly ordinal: number
  /** The accessible name of the control; empty without one. */
  readonly name: string
}

interface PlaceLevel {
  readonly parent: HTMLElement
  readonly isRow: boolean
  readonly children: readonly Element[]
  readonly index: number
}

/** Returns the position of an element that is in the page. */
export function focusPlaceOf(element: Element): FocusPlace {
  const levels: PlaceLevel[] = []
  for (
    let child = element, parent = child.parentElement;
    parent !== null;
    child = parent, parent = child.parentElement
  ) {
    const children = [...parent.children]
    levels.push({ parent, isRow: child.matches(ROW), children, index: children.indexOf(child) })
  }
  const row = element.closest(ROW)
  const controls: readonly Element[] = row === null ? [element] : controlsOf(row)
  return { levels, ordinal: controls.indexOf(element), name: nameOf(element) }
}

function nameOf(control: Element): string {
  return (control.getAttribute('aria-label') ?? control.textContent).trim()
}

/**
 * Focuses the control nearest to a removed one: the same control of the next or previous row, the same control rendered again, its replacement,
 * or another control of its row; the list, where the row was scrolled away; otherwise its region, its tab, or the heading of its part of the
 * page.
 * @returns false where the control was removed together with a popup or a page.
 */
export function focusNear(place: FocusPlace): boolean {
  const level = place.levels.find(({ parent }) => parent.isConnected)
  if (level === undefined || level.parent.matches('body, html, [data-focus-region="home"]')) return false
  const control = controlNear(level, place)
  if (control === null) return focusPart(level.parent)
  control.focus({ preventScroll: true })
  return true
}

function controlNear(level: PlaceLevel, { ordinal, name }: FocusPlace): HTMLElement | null {
  const before = level.children.slice(0, level.index)
  const siblings = [...level.parent.children]
  const at = siblings.findLastIndex((one) => before.includes(one)) + 1
  if (level.isRow) {
    const rows = [...siblings.slice(at), ...siblings.slice(0, at).toReversed()].filter((one) => one.matches(ROW))
    for (const row of rows) {
      const controls = controlsOf(row)
      const control = controls[Math.min(ordinal, controls.length - 1)]
      if (control !== undefined) return isNearWindow(control) ? control : listOf(level.parent)
    }
    return null
  }
  const isNew = (one: Element) => !level.children.some((child) => child.contains(one))
  const again = controlsOf(level.parent).find((one) => name !== '' && nameOf(one) === name && isNew(one))
  if (again !== undefined) return again
  const replacement = siblings[at]
  // Only a new element counts as a replacement; a neighbour does something else.
  const controls = replacement === undefined || level.children.includes(replacement) ? [] : controlsOf(replacement)
  if (controls.length === 1 && controls[0] !== undefined) return controls[0]
  const row = level.parent.closest(ROW)
  return row === null ? null : (row.querySelector<HTMLElement>(MAIN_LINK) ?? controlsOf(row)[0] ?? null)
}

/** Returns the controls of a row, or of another part of the page, that can be reached; of a control itself. */
export function controlsOf(row: Element): readonly HTMLElement[] {
  const all = row.matches(CONTROL) ? [row as HTMLElement] : [...row.querySelectorAll<HTMLElement>(CONTROL)]
  return all.filter((one) => one.checkVisibility?.() !== false && one.closest('[inert], [aria-hidden="true"]') === null)
}

/** Makes an element focusable without making it a tab stop, so that Tab continues from it, and returns it. */
function focusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}

/** Returns a long list that takes the focus. An outline around all of it would point at nothing. */
function listOf(parent: HTMLElement): HTMLElement {
  parent.style.outline = 'none'
  return focusable(parent)
}

/**
 * Rows of long lists are also removed as they are scrolled away. The focus then stays on the list: if it moved to another row, the next Tab
 * would scroll far back.
 */
function isNearWindow(control: HTMLElement): boolean {
  const { top, bottom } = control.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}

function focusPart(inside: Element): boolean {
  for (let part = inside.closest(PART); part !== null; part = part.parentElement?.closest(PART) ?? null) {
    if (part instanceof HTMLElement && part.matches('[data-focus-region="part"], [role="dialog"]')) {
      focusRegion(part)
      return true
    }
    const target = part.matches('[role="tabpanel"]')
      ? document.getElementById(part.getAttribute('aria-labelledby') ?? '')
      : part.querySelector<HTMLElement>(HEADING)
    if (target !== null) {
      if (target.matches(HEADING)) focusable(target)
      target.focus({ preventScroll: true })
      return true
    }
  }
  focusRegionOf(document.body)
  return true
}
