import { useEffect } from 'react'
import { isTyping, shortcutsOn } from '../../lib/shortcuts-on.ts'
import { siteActions } from '../../lib/site-actions.ts'
import { matchKeys } from './match-keys.ts'

/** So long the second key of a pair is waited for. */
const PATIENCE_MS = 1500

/** Listens for the keys of every offered action, and for Cmd or Ctrl and K. */
export function useHotKeys(openPalette: () => void): void {
  useEffect(() => {
    let pending = ''
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        openPalette()
        return
      }
      if (!isShortcut(event)) return
      const match = matchKeys(pending, event.key, offered())
      pending = match.pending
      clearTimeout(forget)
      if (pending !== '') forget = setTimeout(() => (pending = ''), PATIENCE_MS)
      if (match.action === null) return
      event.preventDefault()
      match.action.run()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(forget)
      window.removeEventListener('keydown', onKey)
    }
  }, [openPalette])
}

/** One character, by itself, not meant for a field; what another part already answered is its own. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, repeat, defaultPrevented } = event
  if (metaKey || ctrlKey || altKey || repeat || defaultPrevented || key.length !== 1) return false
  return shortcutsOn.get() && !isTyping(event.target)
}

/** Behind an open dialog nothing is done. */
function offered() {
  const actions = siteActions.get()
  const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
  return dialog === null ? actions : actions.filter(({ inDialog }) => inDialog === true)
}
