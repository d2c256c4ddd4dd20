import { useState } from 'react'
import { useOnMount } from './use-on-mount.ts'

/** Returns whether the window is as narrow as a phone's. False on the server and until hydration, so that both agree. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(false)
  useOnMount(() => {
    const query = window.matchMedia('(max-width: 767px)')
    const read = () => setNarrow(query.matches)
    read()
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  })
  return narrow
}
