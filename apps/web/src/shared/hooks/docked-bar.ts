import { createStore, type Store } from './store.ts'

/** Space between a docked bar and what floats above it, in px. */
const GAP_PX = 8

const bars = new Set<HTMLElement>()

/** Whether a bar to act with is docked: notices, which have `data-notice`, leave the place to it. */
export const hasDockedActions: Store<boolean> = createStore(false)

/**
 * Measures a bar that is docked at the foot of the window, as its ref. While it is there, `--docked-height` of the root is the height of all
 * such bars: toasts, the tray and focused elements stay clear of it. `--fixed-height` is that of those over the end of the page, which it
 * leaves free; the others have `data-in-flow` and a place there.
 */
export function dockedBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  bars.add(bar)
  const observer = new ResizeObserver(measureBars)
  observer.observe(bar)
  measureBars()
  return () => {
    observer.disconnect()
    bars.delete(bar)
    measureBars()
  }
}

/** Measures the tray, as its ref, which floats above the docked bars. `--tray-height` of the root is what it takes of the end of the page. */
export function floatingTray(tray: HTMLElement | null): (() => void) | undefined {
  return followHeight(tray, '--tray-height', GAP_PX)
}

/** Measures the line above the bottom bar, as its ref. `--connection-height` of the root is its height. */
export function connectionLine(line: HTMLElement | null): (() => void) | undefined {
  return followHeight(line, '--connection-height', 0)
}

/** Keeps a property of the root at the height of an element and the gap next to it, while it is shown. */
function followHeight(element: HTMLElement | null, property: string, gapPx: number): (() => void) | undefined {
  if (element === null) return undefined
  const measure = () => setHeight(property, element.offsetHeight === 0 ? 0 : element.offsetHeight + gapPx)
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  return () => {
    observer.disconnect()
    setHeight(property, 0)
  }
}

function measureBars(): void {
  let height = 0
  let fixedHeight = 0
  let hasActions = false
  for (const bar of bars) {
    const docked = isDocked(bar)
    // Marked, because scrolling to a control inside of the bar must not leave room for the bar itself.
    bar.toggleAttribute('data-sticky', docked)
    const isFixed = getComputedStyle(bar).position === 'fixed'
    bar.toggleAttribute('data-in-flow', docked && !isFixed)
    if (docked) height += bar.offsetHeight + GAP_PX
    if (docked && isFixed) fixedHeight += bar.offsetHeight + GAP_PX
    if (docked && bar.dataset.notice === undefined) hasActions = true
  }
  setHeight('--docked-height', height)
  setHeight('--fixed-height', fixedHeight)
  hasDockedActions.set(hasActions)
}

function setHeight(property: string, height: number): void {
  const { style } = document.documentElement
  if (height === 0) style.removeProperty(property)
  else style.setProperty(property, `${height}px`)
}

/** Some bars are docked on narrow windows only, and some places are empty. */
function isDocked(bar: HTMLElement): boolean {
  return bar.offsetHeight > 0 && getComputedStyle(bar).bottom !== 'auto'
}
