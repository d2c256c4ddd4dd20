import { useEffect, useRef, useState } from 'react'

/** Receives Back of the device in place of the page. @see https://html.spec.whatwg.org/#close-watcher */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

/** True from a press of Back until the browser has notified every watcher that it closed. */
let isClosing = false

/**
 * Lets Back of a touch device close what is open, the topmost first, instead of leaving the page. Does nothing in browsers without
 * `CloseWatcher`, and for a mouse: Escape has its own listeners.
 * @source docs/product/site.md#back-on-phones
 * @param onClose may leave it open: the next Back asks again.
 */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  // A watcher fires once: a dialog that stays open needs another.
  const [presses, setPresses] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another press, another watcher.
  useEffect(() => {
    if (!open) return
    const watcher = createWatcher()
    watcher?.addEventListener('close', () => {
      setPresses((before) => before + 1)
      // Watchers that were created without a tap in between are closed together, the topmost first: only that one closes.
      if (isClosing) return
      isClosing = true
      setTimeout(() => {
        isClosing = false
      })
      latest.current()
    })
    return () => watcher?.destroy()
  }, [open, presses])
}

function createWatcher(): CloseWatcher | null {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
  return CloseWatcher === undefined || !window.matchMedia('(pointer: coarse)').matches ? null : new CloseWatcher()
}
