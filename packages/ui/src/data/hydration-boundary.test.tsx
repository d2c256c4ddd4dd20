import { act, cleanup } from '@testing-library/react'
import * as fc from 'fast-check'
import { StrictMode, useEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HydrationBoundary, whenHydrated } from './hydration-boundary.tsx'

// @vitest-environment happy-dom
let text = 'old'
const listeners = new Set<() => void>()
beforeEach(() => {
  text = 'old'
})
afterEach(cleanup)

/** Reads what may change before it is hydrated, as the cached answers of calls may. */
function Shown() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => text,
    () => text,
  )
}

function change(): void {
  text = 'new'
  for (const listener of listeners) listener()
}

/** A page whose boundaries are side by side, each with as many nested in it as given, and which changes its data when its root is hydrated. */
function Page({ depths, onMount }: { depths: readonly number[]; onMount: () => void }) {
  useEffect(onMount, [onMount])
  return depths.map((depth, index) => <Nested key={String(index) + depth} depth={depth} />)
}

function Nested({ depth }: { depth: number }) {
  return (
    <HydrationBoundary>
      <Shown />
      {depth > 0 && <Nested depth={depth - 1} />}
    </HydrationBoundary>
  )
}

/** Hydrates the page. @returns what React had to recover from. */
async function hydrate(depths: readonly number[], onMount: () => void): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  const container = document.createElement('div')
  const page = (
    <StrictMode>
      <Page depths={depths} onMount={onMount} />
    </StrictMode>
  )
  container.innerHTML = renderToString(page)
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
  )
  expect(container.textContent).toMatch(/^(new)*$/)
  await act(async () => root.unmount())
  return errors
}

const boundaries = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 })

it('data that changes once all boundaries are hydrated leaves what the server rendered', async () => {
  await fc.assert(
    fc.asyncProperty(boundaries, async (depths) => {
      text = 'old'
      expect(await hydrate(depths, () => void whenHydratedSoon().then(change))).toEqual([])
    }),
    { numRuns: 30, examples: [[[]], [[0]], [[3, 0, 2]]] },
  )
})

it('is hydrated at once where a page has no boundary, and after one is gone', async () => {
  await whenHydrated()
  await hydrate([1], change)
  await whenHydrated()
})

/** As code that is loaded by an effect calls it: after the effects of the same commit. */
async function whenHydratedSoon(): Promise<void> {
  await Promise.resolve()
  await whenHydrated()
}
