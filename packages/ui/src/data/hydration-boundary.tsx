import { type ReactNode, Suspense } from 'react'

/**
 * Hydrates a large part of a page separately: the surrounding page becomes interactive first. A click or key press inside it
 * hydrates it immediately, so no event is lost.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>
}
