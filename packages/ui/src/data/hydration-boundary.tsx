import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** A boundary of the page, and whether React has taken over what the server rendered in it. */
interface Boundary {
  isHydrated: boolean
}

/** Mounted boundaries whose content is not hydrated yet, and who waits for the last of them. */
const waiting = new Set<Boundary>()
const afterLast = new Set<() => void>()

/**
 * Hydrates a large part of a page separately: the surrounding page becomes interactive first. A click or key press inside it
 * hydrates it immediately, so no event is lost.
 */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  const [boundary] = useState<Boundary>(() => ({ isHydrated: false }))
  useEffect(() => {
    if (!boundary.isHydrated) waiting.add(boundary)
    return () => settle(boundary)
  }, [boundary])
  return (
    <Suspense>
      {children}
      <HydratedMark boundary={boundary} />
    </Suspense>
  )
}

/**
 * Resolves once all boundaries are hydrated, which it takes from the effects that have run. Until then the data that the server
 * rendered must not change: React would find another text than in the document, and render that part anew.
 */
export async function whenHydrated(): Promise<void> {
  if (waiting.size > 0) await new Promise<void>((resolve) => afterLast.add(resolve))
}

/** The last child of a boundary: its effect runs when the content is hydrated, and before the boundary's own where nothing is. */
function HydratedMark({ boundary }: { boundary: Boundary }) {
  useEffect(() => {
    boundary.isHydrated = true
    settle(boundary)
  }, [boundary])
  return null
}

function settle(boundary: Boundary): void {
  if (!waiting.delete(boundary) || waiting.size > 0) return
  const calls = [...afterLast]
  afterLast.clear()
  for (const call of calls) call()
}
