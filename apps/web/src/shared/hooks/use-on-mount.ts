import { useEffect } from 'react'

/** Runs once in the browser; what it returns runs when the component goes. */
export function useOnMount(effect: () => (() => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by name.
  useEffect(effect, [])
}
