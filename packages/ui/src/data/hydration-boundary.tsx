import { type ReactNode, Suspense } from 'react'

/**
 * A large part of a page that the server rendered: what is around it answers first, and it follows when the browser is
 * idle. A click or a key on it before that makes it answer at once, so nothing is lost.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>
}
