import { useEffect } from 'react'

/** Groups of parts that come after the page stands; the page is ready when the last of them has come. */
const awaited = new Set(['hosts', 'tools'] as const)
type Awaited = typeof awaited extends Set<infer Part> ? Part : never

/**
 * Stands last in a group of parts that come later. Once all groups are there `opal:ready` is marked, for those who
 * measure and test: from then on every key and click has its listener, and nothing that one can point at is replaced.
 */
export function ReadyMark({ group }: { group: Awaited }) {
  useEffect(() => {
    if (awaited.delete(group) && awaited.size === 0) performance.mark('opal:ready')
  }, [group])
  return null
}
