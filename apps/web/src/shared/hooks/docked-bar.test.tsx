// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dockedBar } from './docked-bar.ts'

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
const dockedHeight = () => document.documentElement.style.getPropertyValue('--docked-height')
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
