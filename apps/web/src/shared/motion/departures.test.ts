// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import type { Activity } from '@opal/contract/activities'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../realtime/live-bus.ts'
import { followSales, watchDepartures } from './departures.ts'

const SOLD = '0xa1'
const animate = vi.fn((_frames: Keyframe[], _options: KeyframeAnimationOptions) => ({ finished: finished.promise }))
let finished = Promise.withResolvers<void>()

beforeEach(() => {
  finished = Promise.withResolvers()
  animate.mockClear()
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  Object.assign(HTMLElement.prototype, { animate })
  document.body.innerHTML = `
    <div id="frame"><ul>
      <li data-index="0"><img alt=""><a data-card-link href="?collectionId=0xc&tokenDataId=${SOLD}">1</a></li>
      <li data-index="1"><img alt=""><a data-card-link href="?collectionId=0xc&tokenDataId=0xb2">2</a></li>
    </ul></div>
    <ol data-sale-target=""></ol>`
  place('#frame', 0, 100)
  place('[data-index="0"]', 0, 100)
  place('[data-index="0"] img', 10, 110)
  place('ol', 1200, 120)
})
afterEach(() => {
  document.body.innerHTML = ''
  document.documentElement.removeAttribute('style')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function place(selector: string, left: number, top: number): void {
  const element = document.querySelector(selector) as HTMLElement
  element.getBoundingClientRect = () => new DOMRect(left, top, 200, 200)
}

/** Sells a token while the reader wants this much motion. */
function sell(tokenDataId: string, moment = '250ms') {
  document.documentElement.style.setProperty('--motion-moment', moment)
  const departures = watchDepartures(document.querySelector('#frame') as HTMLElement)
  departures.sold(tokenDataId)
  return departures
}
const copies = () => [...document.querySelectorAll<HTMLElement>('[data-departing]')]
/** Removes a card. @returns when observers have been notified: those created earlier are notified first. */
const drop = (index: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new MutationObserver(() => {
    observer.disconnect()
    resolve()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.querySelector(`[data-index="${index}"]`)?.remove()
  return promise
}

// @feature collection.sale-flies
it('sends the image of a sold token into the rail, in 250 ms and out of the way of readers', async () => {
  sell(SOLD)
  const [copy] = copies()
  expect(copies().map(({ tagName }) => tagName)).toEqual(['IMG'])
  expect(copy?.inert).toBe(true)
  expect(copy?.ariaHidden).toBe('true')
  expect(copy?.style.position).toBe('fixed')
  const [frames, options] = animate.mock.calls[0] ?? []
  expect(frames?.at(-1)).toMatchObject({ transform: 'translate(1190px, 10px) scale(0.16)' })
  expect(options?.duration).toBe(250)
  finished.resolve()
  await expect.poll(copies).toEqual([])
})

// @feature collection.sale-flies
it.each([
  ['the rail is hidden', () => document.querySelector('ol')?.remove()],
  ['the image is out of sight', () => place('[data-index="0"] img', 10, 2000)],
  ['the rail is out of sight', () => place('ol', 1200, -500)],
])('sends nothing where %s', (_words, change) => {
  change()
  sell(SOLD)
  expect(copies()).toEqual([])
})

// @feature collection.sold-leaves
it('has the card of a sold token leave in 250 ms when the list drops it, by transform and opacity alone', async () => {
  document.querySelector('ol')?.remove()
  sell(SOLD)
  await drop(0)
  const [copy] = copies()
  expect(copy?.style).toMatchObject({ left: '0px', top: '100px', width: '200px' })
  const [frames, options] = animate.mock.calls[0] ?? []
  expect(new Set(frames?.flatMap(Object.keys))).toEqual(new Set(['opacity', 'transform']))
  expect(options?.duration).toBe(250)
})

// @feature collection.sold-leaves
it.each([
  ['was sold long ago', false, 0],
  ['was shown as gone since', true, 1],
])('moves a dropped card that %s only where it was gone', async (_words, isGone, count) => {
  document.querySelector('ol')?.remove()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  sell(SOLD)
  now.mockReturnValue(60_000)
  if (isGone) document.querySelector('[data-index="0"] a')?.setAttribute('data-gone', '')
  await drop(0)
  expect(copies()).toHaveLength(count)
  now.mockRestore()
})

// @feature collection.sold-leaves
it('moves no card that leaves for another reason, and none after it has stopped', async () => {
  document.querySelector('ol')?.remove()
  const departures = sell(SOLD)
  await drop(1)
  departures.stop()
  await drop(0)
  expect(copies()).toEqual([])
})

// @feature collection.sale-flies, collection.sold-leaves, shell.reduced-motion
it('moves nothing for readers who want less motion', async () => {
  sell(SOLD, '0ms')
  await drop(0)
  expect(animate).not.toHaveBeenCalled()
  expect(copies()).toEqual([])
})

// @feature collection.sale-flies
it.each([
  ['sale', 1],
  ['accept-collection-bid', 1],
  ['delist', 0],
] as const)('follows live messages of sales until it is stopped: %s', (kind: ActivityKind, count) => {
  document.documentElement.style.setProperty('--motion-moment', '250ms')
  const stop = followSales(document.querySelector('#frame') as HTMLElement, '0xc')
  const activity = { kind, tokenDataId: SOLD } as Activity
  const message = { kind: 'activity', collectionId: '0xc', version: '1', at: '1', activity } as const
  deliverLive({ ...message, id: `${kind} 1` })
  expect(copies()).toHaveLength(count)
  stop()
  deliverLive({ ...message, id: `${kind} 2` })
  expect(copies()).toHaveLength(count)
})

// @feature collection.sale-flies
it('reads a duration that a minifier wrote in seconds', () => {
  sell(SOLD, '.25s')
  expect(animate.mock.calls[0]?.[1].duration).toBe(250)
})

// @feature collection.number-rolls, shell.reduced-motion
it('rolls a number by the duration of the theme, which reduced motion makes none', () => {
  const roll = readFileSync(`${import.meta.dirname}/../components/live-price.module.css`, 'utf8')
  expect(roll).toMatch(/\[data-flash\] > \* \{[^}]*animation: roll var\(--motion-moment\)/)
  expect(roll).toMatch(/@keyframes roll \{\s*from \{\s*transform: [^;]+;\s*opacity: 0;\s*\}\s*\}/)
  const theme = readFileSync(`${import.meta.dirname}/../../../../../packages/ui/src/theme/tokens.css`, 'utf8')
  const [usual, reduced] = theme.split('@media (prefers-reduced-motion: reduce)')
  expect(usual).toContain('--motion-moment: 250ms;')
  expect(reduced).toContain('--motion-moment: 0ms;')
})
