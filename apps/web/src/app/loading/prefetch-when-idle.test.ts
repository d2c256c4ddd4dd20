import { expect, it, vi } from 'vitest'
import { isSpared, prefetchWhenIdle } from './prefetch-when-idle.ts'

function windowWith(connection: object | undefined) {
  const requestIdleCallback = vi.fn((callback: () => void, _options: IdleRequestOptions) => {
    callback()
    return 1
  })
  return { requestIdleCallback, target: { navigator: { connection }, requestIdleCallback } as unknown as Window }
}

// @feature shell.prefetch
it('fetches when the browser is idle, within two seconds, and ignores a part that fails', () => {
  const { target, requestIdleCallback } = windowWith(undefined)
  const part = vi.fn(() => Promise.resolve())
  prefetchWhenIdle(target, [() => Promise.reject(new Error('gone')), part])
  expect(part).toHaveBeenCalledOnce()
  expect(requestIdleCallback.mock.calls[0]?.[1]).toEqual({ timeout: 2000 })
})

// @feature shell.prefetch
it.each([
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ effectiveType: '3g' }, false],
  [undefined, false],
])('with the connection %o spares the reader: %s', (connection, spared) => {
  expect(isSpared(connection)).toBe(spared)
  const part = vi.fn(() => Promise.resolve())
  prefetchWhenIdle(windowWith(connection).target, [part])
  expect(part).toHaveBeenCalledTimes(spared ? 0 : 1)
})
