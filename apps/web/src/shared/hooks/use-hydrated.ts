import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while what it rendered is made answerable; true as soon as the browser renders by itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
