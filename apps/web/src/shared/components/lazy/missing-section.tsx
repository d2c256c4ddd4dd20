import { LoadError } from '../load-error.tsx'
import type { Retry } from './lazy-part.tsx'

/** In place of a part of a page whose chunk could not be loaded. */
export function MissingSection({ onRetry }: Retry) {
  return <LoadError title="Couldn’t load this part of the page" onRetry={onRetry} />
}
