import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '../overlays/dialog.tsx'
import { dismissToasts } from '../testing/dismiss-toasts.ts'
import { showToast } from './show-toast.ts'
import Toaster from './toaster.tsx'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  dismissToasts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Duration of the toast library's exit animation, in milliseconds. */
const LEAVING_MS = 400

// @feature shell.toast
it.each([
  ['success', 'lucide-circle-check'],
  ['error', 'lucide-circle-alert'],
] as const)('a toast of %s has its icon and stays for three seconds', async (kind, icon) => {
  render(<Toaster />)
  await act(() => showToast('Something happened', kind))
  await act(() => vi.advanceTimersByTimeAsync(100))
  const toast = screen.getByText('Something happened').closest('[data-sonner-toast]')
  expect(toast?.querySelector(`svg.${icon}`)).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_800))
  expect(toast?.getAttribute('data-removed')).toBe('false')
  await act(() => vi.advanceTimersByTimeAsync(200 + LEAVING_MS))
  expect(screen.queryByText('Something happened')).toBeNull()
})

const toastOf = (text: string) => screen.getByText(text).closest('[data-sonner-toast]')
const placeOf = (text: string) =>
  [toastOf(text)?.getAttribute('data-y-position'), toastOf(text)?.getAttribute('data-x-position')].join(' ')

// @feature shell.toast-above
it.each([
  ...[320, 390, 768, 1023].map((width) => [width, 'bottom center', 'top center'] as const),
  ...[1024, 1440].map((width) => [width, 'bottom right', 'top center'] as const),
])('a toast is at the foot of a window of %i px, and above an open dialog', async (width, free, above) => {
  vi.stubGlobal('innerWidth', width)
  const page = (open: boolean) => (
    <>
      <Toaster />
      <Dialog open={open} onOpenChange={() => {}} title="Dialog">
        words
      </Dialog>
    </>
  )
  const { rerender } = render(page(false))
  const tick = () => act(() => vi.advanceTimersByTimeAsync(100))
  await act(() => showToast('On the page'))
  await tick()
  expect(placeOf('On the page')).toBe(free)
  // It moves with the dialog that it would cover.
  rerender(page(true))
  await tick()
  await act(() => showToast('Over the dialog'))
  await tick()
  expect([placeOf('On the page'), placeOf('Over the dialog')]).toEqual([above, above])
  rerender(page(false))
  await tick()
  expect(placeOf('Over the dialog')).toBe(free)
})
