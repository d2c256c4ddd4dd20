import { useEffect } from 'react'
import { isTyping, shortcutsOn } from '../../shared/hooks/shortcuts-on.ts'
import { type SiteAction, siteActions } from '../../shared/hooks/site-actions.ts'

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

/** What a key leads to: something to run, or the beginning of a sequence. */
export interface KeyMatch {
  readonly action: SiteAction | null
  /** Keys so far, parted by spaces; empty when none is waited for. */
  readonly pending: string
}

/**
 * Follows key after key. A key that continues nothing is read as the first of another sequence, so `g g a` is `g a`.
 * Where two offer the same keys the later wins: what is nearest to the reader was offered last.
 */
export function matchKeys(pending: string, key: string, actions: readonly SiteAction[]): KeyMatch {
  const typed = pending === '' ? key : `${pending} ${key}`
  const action = actions.findLast(({ keys }) => keys === typed)
  if (action !== undefined) return { action, pending: '' }
  if (actions.some(({ keys }) => keys?.startsWith(`${typed} `))) return { action: null, pending: typed }
  return pending === '' ? { action: null, pending: '' } : matchKeys('', key, actions)
}
