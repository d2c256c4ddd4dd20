import { useEffect, useState } from 'react'
import RemoteTooltip from './remote-tooltip.tsx'
import styles from './tooltip.module.css'

/** Elements whose `title` touch and keyboards reach too. */
const HINT = '[data-hint][title]'
const CARD = 'article'
const ROW = `${CARD}, tr, li`

/** A focus that rests this long on a row shows its hints: with arrow keys it passes many rows. Milliseconds. */
const REST_MS = 600

interface ShownHints {
  readonly trigger: HTMLElement
  /** The tooltip is placed next to it. */
  readonly anchor: HTMLElement
  readonly side: 'top' | 'bottom'
  readonly titles: readonly string[]
  readonly isTapped: boolean
}

/**
 * Shows titles of elements with `data-hint` where there is no pointer that hovers: on a tap, and while the focus is on the element,
 * on the link or button around it, or rests on the first link of its row or card. Once per page.
 */
export default function HintHost() {
  const [shown, setShown] = useState<ShownHints | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    let pointer = 'mouse'
    let rest: ReturnType<typeof setTimeout> | undefined
    const onPointerDown = (event: PointerEvent) => {
      pointer = event.pointerType
    }
    const onClick = (event: MouseEvent) => {
      const hint = pointer === 'mouse' ? null : tappedHint(event.target)
      if (hint === null) return
      // The tap opens the hint, not the link that covers the row or card.
      event.preventDefault()
      event.stopPropagation()
      setShown({ trigger: hint, anchor: hint, side: 'top', titles: [hint.title], isTapped: true })
    }
    const onFocus = ({ target }: FocusEvent) => {
      clearTimeout(rest)
      const focused = focusedHints(target)
      if (focused === null) return
      if (isMainLink(focused.trigger)) rest = setTimeout(() => setShown(focused), REST_MS)
      else setShown(focused)
    }
    const onBlur = () => {
      clearTimeout(rest)
      setShown((now) => (now?.isTapped === true ? now : null))
    }
    document.addEventListener('pointerdown', onPointerDown, options)
    document.addEventListener('click', onClick, options)
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('focusout', onBlur, options)
    return () => {
      clearTimeout(rest)
      controller.abort()
    }
  }, [])
  if (shown === null) return null
  const content = shown.titles.map((title) => (
    <span key={title} className={styles.line}>
      {title}
    </span>
  ))
  const close = () => setShown((now) => (now === shown ? null : now))
  return (
    <RemoteTooltip
      key={shown.titles.join()}
      trigger={shown.trigger}
      anchor={shown.anchor}
      content={content}
      side={shown.side}
      {...(shown.isTapped && { onClose: close })}
    />
  )
}

/** Returns the hint under a finger; null for none, and within links and buttons, which do what they are for. */
function tappedHint(target: EventTarget | null): HTMLElement | null {
  const hint = target instanceof Element ? target.closest<HTMLElement>(HINT) : null
  return hint?.closest('a, button') === null ? hint : null
}

/** Returns the titles to show while an element has the focus, and their place; null without any. */
function focusedHints(target: EventTarget | null): ShownHints | null {
  const hints = hintsAt(target)
  const [first] = hints
  if (!(target instanceof HTMLElement) || first === undefined) return null
  const titles = [...new Set(hints.map(hints.length > 1 ? namedTitle : ({ title }) => title))]
  // A tooltip above the link of a card would cover the card's art; one above its rank would cover what is above the card, such as the
  // list's search.
  const isInCard = target.closest(CARD) !== null
  return {
    trigger: target,
    anchor: isInCard ? first : target,
    side: isInCard ? 'bottom' : 'top',
    titles,
    isTapped: false,
  }
}

/** Returns the hints to show while an element has the focus by keyboard. */
function hintsAt(target: EventTarget | null): readonly HTMLElement[] {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return []
  const hints = target.matches(HINT) ? [target] : hintsOf(target)
  return hints.filter(isVisible)
}

/** Returns whether an element is the first link of a row or card. */
function isMainLink(focused: HTMLElement): boolean {
  return focused.closest(ROW)?.querySelector('a[href]') === focused
}

function hintsOf(focused: HTMLElement): readonly HTMLElement[] {
  if (!focused.matches('a[href], button')) return []
  const row = focused.closest(ROW)
  if (row === null || !isMainLink(focused)) return [...focused.querySelectorAll<HTMLElement>(HINT)]
  // Hints within other focusable elements of the row are shown by these. Elements around the row, such as the page, do not count.
  const stops = [...row.querySelectorAll('a, button, [tabindex]')].filter((stop) => stop !== focused)
  return [...row.querySelectorAll<HTMLElement>(HINT)].filter((hint) => !stops.some((stop) => stop.contains(hint)))
}

/** Returns a hint's title after the name of its column: one of several in a row. */
function namedTitle(hint: HTMLElement): string {
  const cell = hint.closest('td')
  const at = cell === null ? -1 : [...(cell.parentElement?.children ?? [])].indexOf(cell)
  const name = cell?.closest('table')?.querySelectorAll('thead th')[at]?.textContent?.trim() ?? ''
  return name === '' ? hint.title : `${name}: ${hint.title}`
}

/** Narrow screens hide columns. */
function isVisible(hint: HTMLElement): boolean {
  return hint.checkVisibility?.() !== false
}
