import { useEffect } from 'react'
import { isTyping, shortcutsOn } from '../../shared/hooks/shortcuts-on.ts'
import { type SiteAction, siteActions } from '../../shared/hooks/site-actions.ts'

/** Longest time between two keys of a sequence. */
const SEQUENCE_TIMEOUT_MS = 1500

/**
 * Handles the keys of registered actions, and Cmd/Ctrl+K.
 * @param isShown a list of ours was asked for: until its code is there, what one types is meant for it.
 */
export function useHotKeys(openPalette: () => void, isShown: boolean): void {
  useEffect(() => {
    let pending = ''
    let timeout: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        openPalette()
        return
      }
      if (isShown || !isShortcut(event)) return
      const match = matchKeys(pending, event.key, activeActions())
      pending = match.pending
      clearTimeout(timeout)
      if (pending !== '') timeout = setTimeout(() => (pending = ''), SEQUENCE_TIMEOUT_MS)
      if (match.action === null) return
      event.preventDefault()
      match.action.run()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timeout)
      window.removeEventListener('keydown', onKey)
    }
  }, [openPalette, isShown])
}

/** Returns whether a key press is a single character outside of input fields that no other handler has used. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, repeat, defaultPrevented } = event
  if (metaKey || ctrlKey || altKey || repeat || defaultPrevented || key.length !== 1) return false
  return shortcutsOn.get() && !isTyping(event.target)
}

/** Returns the actions whose keys work now: behind an open dialog only those of the dialog. */
function activeActions() {
  const actions = siteActions.get()
  const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
  return dialog === null ? actions : actions.filter(({ inDialog }) => inDialog === true)
}

/** Result of a key: an action, or the beginning of a sequence. */
export interface KeyMatch {
  readonly action: SiteAction | null
  /** Keys of the sequence so far, separated by spaces; empty for none. */
  readonly pending: string
}

/**
 * Matches one more key of a sequence. A key that continues no sequence starts a new one, so `g g a` is `g a`. Among actions
 * with the same keys the last registered one wins.
 */
export function matchKeys(pending: string, key: string, actions: readonly SiteAction[]): KeyMatch {
  const typed = pending === '' ? key : `${pending} ${key}`
  const action = actions.findLast(({ keys }) => keys === typed)
  if (action !== undefined) return { action, pending: '' }
  if (actions.some(({ keys }) => keys?.startsWith(`${typed} `))) return { action: null, pending: typed }
  return pending === '' ? { action: null, pending: '' } : matchKeys('', key, actions)
}
