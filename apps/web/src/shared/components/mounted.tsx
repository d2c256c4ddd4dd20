import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Renders its children in the browser only, after the first paint. */
export function Mounted({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const [mounted, setMounted] = useState(false)
  // An effect of a click runs before its paint: as a transition, the children render after it.
  useEffect(() => startTransition(() => setMounted(true)), [])
  return mounted ? children : fallback
}
