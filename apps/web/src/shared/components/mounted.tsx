import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Shows its children in the browser only, after the first paint; what somebody did to bring them is answered before. */
export function Mounted({ children }: { children: ReactNode }) {
  const [mounted, setMounted] = useState(false)
  // An effect of a click runs before its paint: only as a transition does what it brings come after.
  useEffect(() => startTransition(() => setMounted(true)), [])
  return mounted ? children : null
}
