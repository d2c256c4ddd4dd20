import { useEffect } from 'react'

/** Groups of components that load after hydration; the page is ready when the last of them has mounted. */
const awaited = new Set(['hosts', 'tools'] as const)
type Awaited = typeof awaited extends Set<infer Part> ? Part : never

/**
 * Reports that a lazily loaded group has mounted; rendered as its last child. After the last group it sets the performance mark
 * `opal:ready` for benchmarks and tests: from then on every key and click has its listener, and no control is replaced.
 */
export function ReadyMark({ group }: { group: Awaited }) {
  useEffect(() => {
    if (awaited.delete(group) && awaited.size === 0) performance.mark('opal:ready')
  }, [group])
  return null
}
