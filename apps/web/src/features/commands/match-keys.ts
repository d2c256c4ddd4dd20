import type { SiteAction } from '../../lib/site-actions.ts'

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
