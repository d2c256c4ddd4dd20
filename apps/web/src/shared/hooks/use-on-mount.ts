import { useEffect } from 'react'

/** Runs an effect once when the component mounts; its result runs when it unmounts. */
export function useOnMount(effect: () => (() => void) | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by name.
  useEffect(effect, [])
}
