import { useState } from 'react'
import { useOnMount } from './use-on-mount.ts'

/** Returns whether the window is as narrow as a phone's. False on the server and until hydration, so that both agree. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 767px)')
}

/** Returns whether panels next to a list open as sheets, for lack of room: `side-panel.module.css`. False on the server and until hydration. */
export function useSideSheets(): boolean {
  return useMedia('(max-width: 1023px)')
}

/**
 * Returns whether the window is narrower than a desktop's: rows of many values have a menu in place of buttons. False on the
 * server and until hydration.
 */
export function useRowMenus(): boolean {
  return useMedia('(max-width: 1279px)')
}

/** Returns whether tables show their columns without a priority: `columns.module.css`. False on the server and until hydration. */
export function useValueColumns(): boolean {
  return useMedia('(min-width: 1360px)')
}

/** Returns whether the window has room for a status bar with more than the status. False on the server and until hydration. */
export function useWide(): boolean {
  return useMedia('(min-width: 1024px) and (min-height: 500px)')
}

function useMedia(condition: string): boolean {
  const [matches, setMatches] = useState(false)
  useOnMount(() => {
    const query = window.matchMedia(condition)
    const read = () => setMatches(query.matches)
    read()
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  })
  return matches
}
