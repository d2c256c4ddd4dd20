// @vitest-environment happy-dom
import { RANKING_WINDOWS, type RankingWindow } from '@opal/contract/constants/windows'
import { runs } from '@opal/domain/testing/effort/config'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../app/loading/query-client.ts'
import SearchPopup from '../../features/search/search-popup.tsx'
import { renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { MARKETPLACES } from '../../testing/testing-marketplaces.ts'
import Landing from '../landing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The ranking of a window: collections that no other has. */
function rankingOf(window: string) {
  return ['first', 'second'].map((place, at) =>
    testingCollection(`0x${RANKING_WINDOWS.indexOf(window as RankingWindow)}${String(at + 1).repeat(63)}`, {
      collectionName: `${window} ${place}`,
      slug: `${window}-${place}`,
      allTimeVolume: '900000000',
    }),
  )
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ window: fc.constantFrom(...RANKING_WINDOWS) }) },
  { weight: 2, arbitrary: fc.record({ press: fc.constantFrom('Open search' as const, 'Turn page' as const) }) },
)

/** The landing page and the search, which are left and opened with a press. */
function Site() {
  const [isLanding, setLanding] = useState(true)
  const [isSearching, setSearching] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setLanding(!isLanding)}>
        Turn page
      </button>
      <button type="button" onClick={() => setSearching(!isSearching)}>
        Open search
      </button>
      {isLanding && <Landing />}
      {isSearching && (
        <div data-testid="search">
          <SearchPopup text="" onDone={() => {}} />
        </div>
      )}
    </>
  )
}

// @feature search.popular
it('are those of the ranking that was shown last, whichever were before and wherever the search is opened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const loaderData = {
        featured: { title: 'Featured', collections: [] },
        firstPage: { data: rankingOf('all'), nextCursor: null },
        order: 'ALL_TIME_VOLUME desc all',
        totals: null,
        loadedAt: Date.now(),
      }
      const list = (_body: unknown, { searchParams }: URL) => ({
        data: rankingOf(searchParams.get('window') ?? 'all'),
        nextCursor: null,
      })
      const page = renderSite(<Site />, { '/aggregator/collection': list }, MARKETPLACES, {
        loaderData,
        queries: createQueryClient(),
      })
      const namesIn = (within: Element | null | undefined) =>
        [...(within?.querySelectorAll('a[href^="/collection/"]:not([href*="?"])') ?? [])].map((link) =>
          link.getAttribute('href'),
        )
      const shown = (window: string) => rankingOf(window).map(({ slug }) => `/collection/${slug}`)
      let last = 'all'
      try {
        for (const each of [...steps, { press: 'Open search' } as const]) {
          if ('press' in each) fireEvent.click(screen.getByRole('button', { name: each.press }))
          else {
            const choice = page.container.querySelector(`input[type=radio][value="${each.window}"]`)
            if (choice === null) continue
            fireEvent.click(choice)
            last = each.window
          }
          const main = page.container.querySelector('main')
          if (main !== null) await waitFor(() => expect(new Set(namesIn(main))).toEqual(new Set(shown(last))))
          const search = screen.queryByTestId('search')
          if (search !== null) await waitFor(() => expect(namesIn(search)).toEqual(shown(last)))
        }
      } finally {
        page.unmount()
      }
    }),
    {
      numRuns: runs(8),
      examples: [[[{ window: '7d' }, { press: 'Open search' }, { window: 'all' }]]],
    },
  )
})
