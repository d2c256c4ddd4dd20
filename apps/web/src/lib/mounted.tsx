import { type ReactNode, useEffect, useState } from 'react'

/** Shows its children in the browser only, after the first paint. */
export function Mounted({ children }: { children: ReactNode }) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted ? children : null
}
