import { momentMs } from './moment.ts'

/** Where the cells of a grid are, from the top left corner of its frame. */
interface Layout {
  /** Width of the frame in px: another width arranges the cells differently. */
  readonly width: number
  readonly places: ReadonlyMap<HTMLElement, Place>
}

interface Place {
  readonly left: number
  readonly top: number
}

/**
 * Lets the cells of a grid glide to their new places when the list inserts, drops or reorders some, so that the eye can follow them.
 * Cells move by transform alone. With reduced motion they change places immediately.
 * @returns a function that stops it.
 * @source docs/product/live-and-notifications.md#moved-cards
 */
export function followMoves(frame: HTMLElement): () => void {
  let layout = readLayout(frame)
  const observer = new MutationObserver(() => {
    const before = layout
    layout = readLayout(frame)
    const duration = momentMs()
    if (duration === 0 || before.width !== layout.width) return
    for (const [cell, to] of layout.places) {
      const from = before.places.get(cell)
      if (from !== undefined) glide(cell, from, to, duration)
    }
  })
  observer.observe(frame, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function readLayout(frame: HTMLElement): Layout {
  const cells = [...frame.querySelectorAll<HTMLElement>('li[data-index]')]
  return { width: frame.offsetWidth, places: new Map(cells.map((cell) => [cell, placeIn(frame, cell)])) }
}

/** Returns a cell's place in the layout, whatever transform it has while it moves. */
function placeIn(frame: HTMLElement, cell: HTMLElement): Place {
  const isOrigin = cell.offsetParent === frame
  return {
    left: cell.offsetLeft - (isOrigin ? 0 : frame.offsetLeft),
    top: cell.offsetTop - (isOrigin ? 0 : frame.offsetTop),
  }
}

function glide(cell: HTMLElement, from: Place, to: Place, duration: number): void {
  const [x, y] = [from.left - to.left, from.top - to.top]
  // A move farther than a window would only flash by.
  if ((x === 0 && y === 0) || Math.abs(y) > window.innerHeight) return
  const start = `translate(${x}px, ${y}px)`
  cell.style.transform = start
  // The animation starts a frame later: browsers count the new place of a cell that is being animated as a layout shift.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      cell.style.transform = ''
      cell.animate([{ transform: start }, { transform: 'none' }], { duration, easing: 'ease-out' })
    }),
  )
}
