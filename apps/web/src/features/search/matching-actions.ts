import type { SiteAction } from '../../lib/site-actions.ts'

/** Shortest input that is looked for among the actions, and most that are shown. */
const SHORTEST = 2
const MOST = 4

/** Actions whose words begin with every word of the input; the field itself is none of them. */
export function matchingActions(input: string, actions: readonly SiteAction[]): readonly SiteAction[] {
  const wanted = input.trim().toLowerCase().split(/\s+/)
  if (wanted.join('').length < SHORTEST) return []
  return actions
    .filter(({ id, title, words = '' }) => {
      const has = `${title} ${words}`.toLowerCase().split(/\s+/)
      return id !== 'search.focus' && wanted.every((word) => has.some((one) => one.startsWith(word)))
    })
    .slice(0, MOST)
}
