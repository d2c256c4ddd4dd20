// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dockedBar, floatingTray } from './docked-bar.ts'

const resized: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized.push(callback)
      }
      observe() {}
      disconnect() {}
    },
  )
  // Each bar is as high as its attribute says: nothing is laid out here.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.height ?? 0)
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const Bar = ({ height, bottom = '44px' }: { height: number; bottom?: string }) => (
  <div ref={dockedBar} data-height={height} style={{ bottom }} />
)
const heightOf = (property: string) => document.documentElement.style.getPropertyValue(property)
const dockedHeight = () => heightOf('--docked-height')
const stuck = () => document.querySelectorAll('[data-sticky]').length

// @feature shell.docked
it('keeps the height of all docked bars, follows a bar that grows, and is gone with the last one', () => {
  const { rerender } = render(<Bar height={44} />)
  expect(dockedHeight()).toBe('52px')
  expect(stuck()).toBe(1)
  rerender(
    <>
      <Bar height={240} />
      <Bar height={50} />
    </>,
  )
  for (const callback of resized) callback()
  expect(dockedHeight()).toBe('306px')
  rerender(
    <>
      <Bar height={0} />
      <Bar height={50} bottom="auto" />
    </>,
  )
  for (const callback of resized) callback()
  expect(dockedHeight()).toBe('')
  expect(stuck()).toBe(0)
})

// @feature shell.docked, trade.tray-room
it('says what the bars take that are over the end of the page, and marks those in it', () => {
  render(
    <>
      <div ref={dockedBar} data-height={50} style={{ position: 'fixed', bottom: '0px' }} />
      <div ref={dockedBar} data-height={44} style={{ position: 'sticky', bottom: '0px' }} />
      <div ref={dockedBar} data-height={40} data-notice="" style={{ position: 'fixed', bottom: '0px' }} />
    </>,
  )
  expect([dockedHeight(), heightOf('--fixed-height')]).toEqual(['158px', '106px'])
  expect(document.querySelectorAll<HTMLElement>('[data-in-flow]')).toHaveLength(1)
  cleanup()
  expect([dockedHeight(), heightOf('--fixed-height')]).toEqual(['', ''])
})

// @feature trade.tray-room
it('says what the tray takes while it is shown', () => {
  const { rerender } = render(<div ref={floatingTray} data-height={60} />)
  expect(heightOf('--tray-height')).toBe('68px')
  rerender(<div ref={floatingTray} data-height={0} />)
  for (const callback of resized) callback()
  expect(heightOf('--tray-height')).toBe('')
  rerender(<div ref={floatingTray} data-height={120} />)
  for (const callback of resized) callback()
  expect(heightOf('--tray-height')).toBe('128px')
  cleanup()
  expect(heightOf('--tray-height')).toBe('')
})
