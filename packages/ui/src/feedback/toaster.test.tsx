import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast } from './show-toast.ts'
import Toaster from './toaster.tsx'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
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
