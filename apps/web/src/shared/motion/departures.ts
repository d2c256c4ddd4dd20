import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { listenLive } from '../realtime/live-bus.ts'
import { momentMs } from './moment.ts'

/** Follows the cards of a grid that are sold. */
export interface Departures {
  /** Sends the image of a sold token to the rail of activity, where both are in sight, and has its card leave when the list drops it. */
  sold(tokenDataId: string): void
  /** Stops following. */
  stop(): void
}

/** Size of an image in the rail, in px. */
const TARGET_PX = 32
/** A card that leaves later than this after its sale, in ms, leaves for another reason, unless the list still showed it as gone. */
const RECENT_MS = 3000

/** Animates the cards of a grid that live messages report as sold. @returns a function that stops it. */
export function followSales(frame: HTMLElement, collectionId: string): () => void {
  const departures = watchDepartures(frame)
  const unsubscribe = listenLive({ collectionId }, (message) => {
    if (message.kind !== 'activity') return
    const { kind, tokenDataId } = message.activity
    if (tokenDataId !== null && KINDS_OF_TYPE.sales.includes(kind)) departures.sold(tokenDataId)
  })
  return () => {
    unsubscribe()
    departures.stop()
  }
}

/**
 * Follows the cards of a grid. What moves are copies above the page, by transform and opacity alone: nothing in the page shifts.
 * With reduced motion nothing moves.
 * @source docs/product/live-and-notifications.md#sold-cards
 */
export function watchDepartures(frame: HTMLElement): Departures {
  /** Cells of sold tokens: their places in the frame, and when they were sold. */
  const leaving = new Map<Element, { readonly place: DOMRect; readonly atMs: number }>()
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes])) {
      const sale = node instanceof HTMLElement ? leaving.get(node) : undefined
      if (sale === undefined) continue
      const cell = node as HTMLElement
      leaving.delete(cell)
      const isRecent = performance.now() - sale.atMs < RECENT_MS
      if (!isRecent && cell.querySelector('[data-gone]') === null) continue
      const place = shifted(sale.place, frame.getBoundingClientRect(), 1)
      if (isInSight(place)) moveCopy(cell, place, [{ opacity: 1 }, { opacity: 0, transform: 'scale(0.92)' }])
    }
  })
  observer.observe(frame, { childList: true, subtree: true })
  return {
    sold(tokenDataId) {
      const link = frame.querySelector(`[data-card-link][href*="tokenDataId=${CSS.escape(tokenDataId)}"]`)
      const cell = link?.closest<HTMLElement>('[data-index]')
      if (cell == null || momentMs() === 0) return
      const place = shifted(cell.getBoundingClientRect(), frame.getBoundingClientRect(), -1)
      leaving.set(cell, { place, atMs: performance.now() })
      const [image, target] = [cell.querySelector('img'), document.querySelector('[data-sale-target]')]
      if (image !== null && target !== null) fly(image, target.getBoundingClientRect())
    },
    stop: () => observer.disconnect(),
  }
}

function fly(image: HTMLElement, target: DOMRect): void {
  const from = image.getBoundingClientRect()
  if (!isInSight(from) || !isInSight(target)) return
  const scale = TARGET_PX / from.width
  const to = `translate(${target.left - from.left}px, ${target.top - from.top}px) scale(${scale})`
  moveCopy(image, from, [{ opacity: 1 }, { opacity: 0.4, transform: to }])
}

/** Moves a copy of an element from where it is, and removes it. */
function moveCopy(element: HTMLElement, { left, top, width, height }: DOMRect, frames: Keyframe[]): void {
  const duration = momentMs()
  if (duration === 0) return
  const copy = element.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.dataset.departing = ''
  const box = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  const above = { position: 'fixed', zIndex: 'var(--layer-sticky)', listStyle: 'none', pointerEvents: 'none' }
  Object.assign(copy.style, box, above, { transformOrigin: '0 0' })
  document.body.append(copy)
  const remove = () => copy.remove()
  copy.animate(frames, { duration, easing: 'ease-in', fill: 'forwards' }).finished.then(remove, remove)
}

function isInSight({ width, height, top, bottom, left, right }: DOMRect): boolean {
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
}

/** Moves a rectangle by the place of another: into it (-1), or out of it (1). */
function shifted({ left, top, width, height }: DOMRect, by: DOMRect, sign: 1 | -1): DOMRect {
  return new DOMRect(left + sign * by.left, top + sign * by.top, width, height)
}
