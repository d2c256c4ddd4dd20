// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followMoves } from './moves.ts'

const COLUMNS = 3
const [CELL_WIDTH, ROW_HEIGHT] = [200, 300]

const animate = vi.fn(function (this: HTMLElement, frames: Keyframe[]) {
  glides.set(this.id, String(frames[0]?.transform))
})
const glides = new Map<string, string>()
let frameWidth = COLUMNS * CELL_WIDTH

beforeEach(() => {
  vi.useFakeTimers()
  frameWidth = COLUMNS * CELL_WIDTH
  vi.stubGlobal('innerHeight', 900)
  document.documentElement.style.setProperty('--motion-moment', '250ms')
  document.body.innerHTML = '<div id="frame"><ul></ul></div>'
  // The layout of a grid, which happy-dom has none of.
  const indexOf = (cell: HTMLElement) => [...(cell.parentElement?.children ?? [])].indexOf(cell)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.id === 'frame' ? 16 : 16 + (indexOf(this) % COLUMNS) * CELL_WIDTH
  })
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.id === 'frame' ? 400 : 400 + Math.floor(indexOf(this) / COLUMNS) * ROW_HEIGHT
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => frameWidth)
  Object.assign(HTMLElement.prototype, { animate })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
  document.documentElement.removeAttribute('style')
})

/** Shows these items in this order, as React does: cells that stay are moved. */
async function show(ids: readonly number[]): Promise<void> {
  const list = document.querySelector('ul') as HTMLElement
  const cells = ids.map((id) => {
    const cell = document.getElementById(`item-${id}`) ?? document.createElement('li')
    cell.id = `item-${id}`
    cell.dataset.index = ''
    return cell
  })
  list.replaceChildren(...cells)
  await vi.advanceTimersByTimeAsync(100)
}

const orders = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 })
const placeOf = (index: number) => ({ x: (index % COLUMNS) * CELL_WIDTH, y: Math.floor(index / COLUMNS) * ROW_HEIGHT })

// @feature collection.cards-glide
it('lets every cell that stays glide from its old place to its new one, whatever comes, goes or changes order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(orders, { minLength: 2, maxLength: 4 }), async (steps) => {
      const [first = [], ...rest] = steps
      await show(first)
      const stop = followMoves(document.getElementById('frame') as HTMLElement)
      let before = first
      for (const order of rest) {
        glides.clear()
        await show(order)
        const expected = order.flatMap((id, index) => {
          const at = before.indexOf(id)
          if (at === -1 || at === index) return []
          const [from, to] = [placeOf(at), placeOf(index)]
          return [[`item-${id}`, `translate(${from.x - to.x}px, ${from.y - to.y}px)`] as const]
        })
        expect(glides).toEqual(new Map(expected))
        before = order
      }
      stop()
    }),
    { numRuns: 30 },
  )
})

// @feature collection.cards-glide
it('moves nothing with reduced motion, when the window has changed its width, or after it was stopped', async () => {
  await show([1, 2, 3])
  const stop = followMoves(document.getElementById('frame') as HTMLElement)
  glides.clear()
  document.documentElement.style.setProperty('--motion-moment', '0ms')
  await show([3, 2, 1])
  document.documentElement.style.setProperty('--motion-moment', '250ms')
  frameWidth += 100
  await show([1, 2, 3])
  stop()
  await show([2, 1, 3])
  expect(glides.size).toBe(0)
})
