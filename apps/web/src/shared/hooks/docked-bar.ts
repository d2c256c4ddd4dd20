import { createStore, type Store } from './store.ts'

/** Space between a docked bar and what floats above it, in px. */
const GAP_PX = 8

const bars = new Set<HTMLElement>()

/** Whether a bar to act with is docked: notices, which have `data-notice`, leave the place to it. */
export const hasDockedActions: Store<boolean> = createStore(false)

/**
 * Ref of a bar that is docked at the foot of the window. While it is there, `--docked-height` of the root is the height of all
 * such bars: toasts, the tray and focused elements stay clear of it.
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

function measureBars(): void {
  let height = 0
  let hasActions = false
  for (const bar of bars) {
    const docked = isDocked(bar)
    // Its own height is no padding for what has the focus inside of it.
    bar.toggleAttribute('data-sticky', docked)
    if (docked) height += bar.offsetHeight + GAP_PX
    if (docked && bar.dataset.notice === undefined) hasActions = true
  }
  const { style } = document.documentElement
  if (height === 0) style.removeProperty('--docked-height')
  else style.setProperty('--docked-height', `${height}px`)
  hasDockedActions.set(hasActions)
}

/** Some bars are docked on narrow windows only, and some places are empty. */
function isDocked(bar: HTMLElement): boolean {
  return bar.offsetHeight > 0 && getComputedStyle(bar).bottom !== 'auto'
}
