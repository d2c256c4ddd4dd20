import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import styles from './tabs.module.css'
import { useChosen } from './use-chosen.ts'

export interface TabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  label: string
  value: Value
  /** @param shown what was chosen before: that may be newer than `value`, which its owner has yet to render. */
  onValueChange(value: Value, shown: Value): void
  tabs: readonly { readonly value: Value; readonly label: string; readonly count?: ReactNode }[]
  /** Content at the right end of the row. */
  aside?: ReactNode
  /** Keeps the row in view while its panel is scrolled, over the whole width of the page, with `aside` in the same line at every width. */
  sticky?: boolean
  /** The panel of the open tab. */
  children: ReactNode
}

/**
 * A row of tabs over one panel. The caller holds the choice, most often in the address.
 *
 * Made of plain buttons, because it is part of every first load: Tab reaches the open one, the arrow keys, Home and End move
 * among them. A pressed tab is marked at once, also where its panel takes a moment.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, tabs, aside, sticky = false, children } = props
  const id = useId()
  const [shown, choose] = useChosen(value, onValueChange)
  useStartOfPanel(`${id}-panel`, value, sticky)
  useEffect(() => scrollIntoRow(document.getElementById(`${id}-${shown}`)), [id, shown])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextTab(tabs, shown, event.key)
    // With Alt or ⌘ an arrow key is the browser's Back.
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    document.getElementById(`${id}-${next}`)?.focus()
    choose(next)
  }
  return (
    <div>
      <div className={styles.row} data-sticky={sticky ? '' : undefined}>
        <div className={styles.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              className={styles.tab}
              aria-selected={tab.value === shown}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === shown ? 0 : -1}
              onClick={() => choose(tab.value)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={styles.panel} tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}

/** Shows the start of a panel that opens while the row sticks: the page was scrolled within the one before. */
function useStartOfPanel(panelId: string, value: string, sticky: boolean): void {
  const opened = useRef(value)
  useLayoutEffect(() => {
    const isOther = opened.current !== value
    opened.current = value
    const panel = document.getElementById(panelId)
    const row = panel?.previousElementSibling
    if (!isOther || !sticky || !panel || !row) return
    const covered = row.getBoundingClientRect().bottom - panel.getBoundingClientRect().top
    if (covered <= 0) return
    // By way of another place: where nothing moves, Chromium would go back to the place before as soon as the page is long enough.
    window.scrollBy({ top: -covered - 1, behavior: 'instant' })
    window.scrollBy({ top: 1, behavior: 'instant' })
  }, [panelId, value, sticky])
}

/** Width of the right end of the row in px that fades out towards further tabs, as in the stylesheet. */
const FADE = 24

/** Scrolls the row horizontally until a tab is visible, clear of the fading end; the page itself does not scroll. */
function scrollIntoRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!tab || !row) return
  const at = tab.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  if (at.right > box.right - FADE) row.scrollLeft += at.right - box.right + FADE
  else if (at.left < box.left) row.scrollLeft -= box.left - at.left
}

/**
 * Returns the tab that a key moves to, wrapping around at both ends.
 * @returns null for other keys.
 */
export function nextTab<Value extends string>(
  tabs: readonly { readonly value: Value }[],
  current: Value,
  key: string,
): Value | null {
  const at = tabs.findIndex(({ value }) => value === current)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key]
  if (to === undefined) return null
  return tabs[(to + tabs.length) % tabs.length]?.value ?? null
}
