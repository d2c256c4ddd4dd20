import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { orLater } from '../app/failures/missing-parts.ts'
import { headConfig, pageHead, SITE_TITLE } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { readPreferences } from '../app/preferences.ts'
import { useSite } from '../app/site.tsx'
import { favourites } from '../entities/collection/favourites.ts'
import { useRememberedRanking } from '../entities/collection/shown-ranking.ts'
import { pageSession } from '../entities/session/page-session.ts'
import { fetchCollections, fetchFeatured } from '../features/collections/fetch-collections.ts'
import { collectionsQuery, favouritesQuery, featuredQuery } from '../features/collections/list/collections-query.ts'
import { CollectionsTable, type CollectionsTableProps } from '../features/collections/list/collections-table.tsx'
import { FeaturedStrip } from '../features/collections/list/featured-strip.tsx'
import {
  effectiveSort,
  type LandingView,
  landingSearch,
  parseLandingView,
} from '../features/collections/list/landing-view.ts'
import { sortFavourites } from '../features/collections/list/sort-favourites.ts'
import { type ReadRows, useLatestCollections } from '../features/collections/list/use-latest-collections.ts'
import { FavouritesNote } from '../features/favourites/favourites-note.tsx'
import { fetchMarketTotals } from '../features/intro/fetch-market-totals.ts'
import { IntroBand } from '../features/intro/intro-band.tsx'
import { lazyPart } from '../shared/components/lazy/lazy-part.tsx'
import { byOwnClock } from '../shared/hooks/by-own-clock.ts'
import { useStore } from '../shared/hooks/store.ts'
import { useAddressView } from '../shared/hooks/use-address-view.ts'
import { useEndlessList } from '../shared/lists/endless-list.ts'
import styles from './landing.module.css'

const CompareBar = lazyPart(() => import('../features/collections/compare/compare-bar.tsx'))

/** Placeholder rows until the favourites are loaded from local storage. */
const UNREAD_ROWS = 8

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const api = context.get(apiContext)
  const view = parseLandingView(new URL(request.url).searchParams)
  const isIntroShown = readPreferences(request.headers.get('cookie')).intro === 'shown'
  const [featured, firstPage, totals] = await Promise.all([
    fetchFeatured(api),
    orLater(fetchCollections(api, view, null, request.signal), args),
    isIntroShown ? fetchMarketTotals(api).catch(() => null) : null,
  ])
  return { featured, firstPage, totals, order: orderOf(view), loadedAt: Date.now() }
}

/** Never reloads: tabs, windows and orders fetch in the browser. */
export const shouldRevalidate = () => false

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: SITE_TITLE,
    isHome: true,
    description:
      'Opal: browse and trade NFTs on Aptos, with the listings and bids of several marketplaces in one place.',
    path: '/',
    structured: { '@type': 'WebSite', name: 'Opal', alternateName: SITE_TITLE },
  })

export default function Landing() {
  const { featured, firstPage, totals, loadedAt } = useLoaderData<typeof loader>()
  const [view, changeView] = useAddressView({
    parse: parseLandingView,
    apply: (_, next) => new URLSearchParams(landingSearch(next)),
  })
  const ranked = useRankedRows(view)
  const favourite = useFavouriteRows(view)
  const strip = useQuery(featuredQuery(useSite().api, featured, loadedAt))
  const shown = view.tab === 'favourites' ? favourite : ranked
  const latest = useLatestCollections(
    { rows: featured.collections, readAt: loadedAt },
    { rows: strip.data.collections, readAt: strip.dataUpdatedAt },
    { rows: firstPage?.data ?? [], readAt: loadedAt },
    shown,
  )
  return (
    <main>
      <h1 className={styles.title}>NFT Marketplace</h1>
      <div className={styles.start} {...FOCUS_REGION}>
        <IntroBand totals={totals} loadedAt={loadedAt} />
        <FeaturedStrip title={featured.title} collections={featured.collections.map(latest)} />
      </div>
      <CollectionsTable view={view} onViewChange={changeView} {...shown} rows={shown.rows.map(latest)} />
      {view.compare.length > 0 && (
        <Suspense fallback={null}>
          <CompareBar view={view} onViewChange={changeView} latest={latest} />
        </Suspense>
      )}
    </main>
  )
}

/** Props of the table for a view. One table serves all tabs, so that a change of tab keeps the focus. */
type Rows = Pick<
  CollectionsTableProps,
  'rows' | 'pending' | 'onEndReached' | 'onRetryMore' | 'onRetry' | 'error' | 'note'
> &
  ReadRows

function useRankedRows(view: LandingView): Rows {
  const { firstPage, order, loadedAt } = useLoaderData<typeof loader>()
  const list = useInfiniteQuery({
    ...collectionsQuery(useSite().api, view),
    // The server's rows have one order; another one starts empty and is fetched.
    ...(firstPage !== null &&
      order === orderOf(view) && {
        initialData: { pages: [firstPage], pageParams: [null] },
        initialDataUpdatedAt: byOwnClock(loadedAt),
      }),
    enabled: view.tab !== 'favourites',
  })
  useRememberedRanking(view.tab === 'favourites' ? undefined : list.data?.pages[0]?.data)
  const endless = useEndlessList(list, collectionIdOf)
  return {
    ...endless,
    readAt: list.dataUpdatedAt,
    onRetry: list.isLoadingError ? () => void list.refetch() : null,
    error: list.error,
  }
}

function collectionIdOf(row: { readonly collectionId: string }): string {
  return row.collectionId
}

function useFavouriteRows(view: LandingView): Rows {
  const stored = useStore(favourites)
  const { ids } = stored
  // Before they are loaded from local storage, it is unknown whether there are any.
  const isUnread = stored === favourites.initial
  const { wallet } = useStore(pageSession)
  const list = useQuery({
    ...favouritesQuery(useSite().api, ids, { wallet, window: view.window }),
    enabled: view.tab === 'favourites' && ids.length > 0,
  })
  return {
    rows: ids.length === 0 ? [] : sortFavourites(list.data ?? [], effectiveSort(view)),
    readAt: list.dataUpdatedAt,
    pending: isUnread ? UNREAD_ROWS : ids.length > 0 && list.isPending ? ids.length : 0,
    onEndReached: null,
    onRetryMore: null,
    onRetry: list.isLoadingError ? () => void list.refetch() : null,
    error: list.error,
    note: <FavouritesNote />,
  }
}

/** Returns what decides about the rows: order and window. */
function orderOf(view: LandingView): string {
  const { key, order } = effectiveSort(view)
  return `${key} ${order} ${view.window}`
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
