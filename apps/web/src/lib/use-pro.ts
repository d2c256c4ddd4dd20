import { useSite } from './site.tsx'

/** Does the reader want everything (activity rail, depth, Analytics)? Nobody who did not choose Lite misses a thing. */
export function usePro(): boolean {
  return useSite().preferences.mode === 'pro'
}
