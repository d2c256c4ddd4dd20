import { type CollectionDetail, getCollection } from '@opal/contract/collections'
import { Tabs } from '@opal/ui/controls/tabs'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { orLater, pageFailure } from '../app/failures/missing-parts.ts'
import { failedHead, headConfig, pageHead, shareCard } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { loadSiteFacts } from '../app/loading/site-facts.ts'
import { collectionPath } from '../app/paths.ts'
import { useSite } from '../app/site.tsx'
import { renderTokenActivity } from '../features/activity/activity-panel.tsx'
import { ActivityRailSkeleton } from '../features/activity/activity-rail-skeleton.tsx'
import { CollectionHeader } from '../features/collections/page/collection-header.tsx'
import { collectionQuery, useLiveCollection } from '../features/collections/page/collection-query.ts'
import { FlagButton } from '../features/flags/flag-button.tsx'
import { HOSTS_TOKENS } from '../features/token/dialog/opened-token-host.tsx'
import { TokenDialogHost } from '../features/token/dialog/token-dialog-host.tsx'
import { fetchItems } from '../features/token-grid/fetch-items.ts'
import { ItemsPanel } from '../features/token-grid/items-panel.tsx'
import { itemsQuery } from '../features/token-grid/items-query.ts'
import { applyItemsView, type ItemsView, parseItemsView } from '../features/token-grid/items-view.ts'
import { useLiveItems } from '../features/token-grid/live/use-live-items.ts'
import { viewFilter } from '../features/token-grid/view-filter.ts'
import { CollectionBidButton } from '../features/trading/bidding/collection-bid-button.tsx'
import { lazyPart } from '../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../shared/components/lazy/missing-section.tsx'
import { Mounted } from '../shared/components/mounted.tsx'
import { byOwnClock } from '../shared/hooks/by-own-clock.ts'
import { IN_PLACE, TO_TAB, useAddressView, useLatestSearch } from '../shared/hooks/use-address-view.ts'
import { useEndlessList } from '../shared/lists/endless-list.ts'
import { FIRST_PLACE, useListStart } from '../shared/lists/page-window.ts'
import { isNotFound } from '../shared/realtime/is-not-found.ts'
import { throwing } from '../shared/realtime/throwing.ts'
import styles from './collection.module.css'

// Only the items are part of the first load; the other tabs are loaded when they are opened.
const ActivityTab = lazyPart(() => import('../features/activity/activity-tab.tsx'), MissingSection)
// Shown once the head is scrolled away.
const CollectionLine = lazyPart(() => import('../features/collections/page/collection-line.tsx'))
const CollectionAbout = lazyPart(() => import('../features/collections/page/collection-about.tsx'), MissingSection)
const Analytics = lazyPart(() => import('../features/analytics/analytics.tsx'), MissingSection)
const ActivityRail = lazyPart(() => import('../features/activity/activity-rail.tsx'), MissingSection)
const CollectionDock = lazyPart(() => import('./collection/collection-dock.tsx'))
const CollectionBook = lazyPart(() => import('./collection/collection-book.tsx'), MissingSection)

const TABS = [
  { value: 'items', label: 'Items' },
  { value: 'bids', label: 'Bids' },
  { value: 'activity', label: 'Activity' },
  { value: 'analytics', label: 'Analytics' },
  { value: 'about', label: 'About' },
] as const
type Tab = (typeof TABS)[number]['value']
/** Tabs that Lite shows only where an address leads to one. @source docs/product/site.md#lite-and-pro */
const PRO_TABS: ReadonlySet<Tab> = new Set(['bids', 'analytics'])
/** Reason shown at an address of no collection. */
const NO_COLLECTION =
  'No collection has this name or address. Check the link, or search for the collection by its name.'
/** For tabs without a list of items: the arrow keys of a token's dialog do nothing. */
const NO_NEIGHBOURS = [] as const

export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args
  const api = context.get(apiContext)
  const id = params.collection ?? ''
  const { marketplaces } = await loadSiteFacts(context)
  const view = parseItemsView(new URL(request.url).searchParams, marketplaces)
  const [collection, firstItems] = await Promise.all([
    api(throwing(getCollection), { params: { id } }, { signal: request.signal }).catch((error: unknown) => {
      if (isNotFound(error)) throw data({ reason: NO_COLLECTION }, { status: 404 })
      throw pageFailure(error, args)
    }),
    orLater(fetchItems(api, id, view, null, request.signal), args),
  ])
  return { collection, firstItems, filters: filterKey(view), loadedAt: Date.now() }
}

/** Loads only another collection: filters, tabs and dialogs fetch in the browser. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.collection !== nextParams.collection
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, error }) => {
  const config = headConfig(matches)
  if (loaderData === undefined || config === undefined) return failedHead(error, 'Collection')
  const { collectionName: name, description, slug, collectionId, currentSupply } = loaderData.collection
  return pageHead(config, {
    title: name,
    description: description || `${name} on Aptos: floor, bids, sales and every item, from every marketplace.`,
    path: collectionPath(slug),
    card: shareCard(config.apiUrl, 'collection', collectionId),
    structured: { '@type': 'CollectionPage', name, mainEntity: { '@type': 'ItemList', numberOfItems: currentSupply } },
  })
}

export const handle = HOSTS_TOKENS

/** Headings of tabs without a visible one, for those who move by headings. */
const UNTITLED: Readonly<Record<string, string>> = { items: 'Items', activity: 'Activity' }

export default function CollectionPage() {
  const { preferences } = useSite()
  const [search, setSearch] = useSearchParams()
  const latestSearch = useLatestSearch()
  const header = useRef<HTMLElement>(null)
  const collection = useVisitedCollection()
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'items'
  const tabs = TABS.filter(({ value }) => preferences.mode === 'pro' || value === tab || !PRO_TABS.has(value))
  const openTab = (next: Tab) => setSearch(tabSearch(latestSearch(), next), next === tab ? IN_PLACE : TO_TAB)
  return (
    <main className={styles.page}>
      <CollectionHeader
        ref={header}
        collection={collection}
        actions={
          <>
            <CollectionBidButton collection={collection} />
            <FlagButton collectionId={collection.collectionId} name={collection.collectionName} />
          </>
        }
      />
      <Tabs
        label="Collection"
        value={tab}
        onValueChange={openTab}
        tabs={tabs}
        sticky
        aside={
          <Mounted>
            <Suspense fallback={null}>
              <CollectionLine collection={collection} header={header} />
            </Suspense>
          </Mounted>
        }
      >
        {UNTITLED[tab] !== undefined && <h2 className="visually-hidden">{UNTITLED[tab]}</h2>}
        {tab === 'items' && <Items collectionId={collection.collectionId} supply={collection.currentSupply} />}
        <Mounted fallback={tab === 'items' ? null : <TabPending />}>
          <Suspense key={tab} fallback={<TabPending />}>
            {tab === 'bids' && <CollectionBook collection={collection} />}
            {tab === 'activity' && (
              <ActivityTab scope={{ collectionId: collection.collectionId }} emptyText="No activity yet" />
            )}
            {tab === 'analytics' && <Analytics collectionId={collection.collectionId} slug={collection.slug} />}
            {tab === 'about' && <CollectionAbout collection={collection} />}
          </Suspense>
        </Mounted>
      </Tabs>
      {tab !== 'items' && <TokenDialogHost neighbours={NO_NEIGHBOURS} renderActivity={renderTokenActivity} />}
    </main>
  )
}

/** Returns the collection of the page with live updates, and stores the visit. */
function useVisitedCollection(): CollectionDetail {
  const loaded = useLoaderData<typeof loader>()
  const slug = useParams().collection ?? ''
  const query = useQuery({
    ...collectionQuery(useSite().api, slug),
    initialData: loaded.collection,
    initialDataUpdatedAt: byOwnClock(loaded.loadedAt),
  })
  const collection = query.data ?? loaded.collection
  useLiveCollection(slug, collection.collectionId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per collection, not per change of its stats.
  useEffect(() => void storeVisit(collection), [collection.collectionId])
  return collection
}

function Items({ collectionId, supply }: { collectionId: string; supply: number }) {
  const loaded = useLoaderData<typeof loader>()
  const { api, preferences, marketplaces } = useSite()
  const showsRail = preferences.mode === 'pro' && preferences.rail === 'shown'
  const [view, changeView] = useAddressView({
    parse: (search) => parseItemsView(search, marketplaces),
    apply: applyItemsView,
  })
  const query = itemsQuery(api, collectionId, view)
  const list = useInfiniteQuery({
    ...query,
    ...(filterKey(view) === loaded.filters &&
      loaded.firstItems !== null &&
      loaded.collection.collectionId === collectionId && {
        initialData: { pages: [loaded.firstItems], pageParams: [FIRST_PLACE] },
        initialDataUpdatedAt: byOwnClock(loaded.loadedAt),
      }),
  })
  const start = useListStart(list, query)
  const { rows: loadedItems, ...end } = useEndlessList(list, tokenIdOf)
  const live = useLiveItems(collectionId, view, loadedItems, list)
  const filter = useMemo(() => viewFilter(view), [view])
  return (
    <>
      <ItemsPanel
        collection={loaded.collection}
        supply={supply}
        view={view}
        onViewChange={changeView}
        live={live}
        total={list.data?.pages[0]?.total ?? null}
        {...start}
        {...end}
        onRetry={list.isLoadingError ? () => void list.refetch() : null}
        error={list.error}
        rail={showsRail ? <Rail collectionId={collectionId} /> : null}
      />
      <Mounted>
        <Suspense fallback={null}>
          <CollectionDock collection={loaded.collection} filter={filter} />
        </Suspense>
      </Mounted>
      <TokenDialogHost neighbours={live.items} renderActivity={renderTokenActivity} />
    </>
  )
}

function tokenIdOf(token: { readonly tokenDataId: string }): string {
  return token.tokenDataId
}

/** The place of a tab that is being loaded, as far below the tabs as what comes. */
function TabPending() {
  return (
    <div className={styles.pending}>
      <Skeleton height="320px" />
    </div>
  )
}

function Rail({ collectionId }: { collectionId: string }) {
  return (
    <Mounted fallback={<ActivityRailSkeleton />}>
      <Suspense fallback={<ActivityRailSkeleton />}>
        <ActivityRail collectionId={collectionId} />
      </Suspense>
    </Mounted>
  )
}

/** Adds a collection to those visited. The first page does without the code of it. */
async function storeVisit({ collectionId, slug, collectionName, collectionImage }: CollectionDetail): Promise<void> {
  // A visit is not stored when the collection cannot be loaded.
  const recent = await import('../entities/collection/recent-collections.ts').catch(() => null)
  recent?.addRecentCollection({ collectionId, slug, name: collectionName, image: collectionImage })
}

/** Returns the search with another tab open. Keeps the filters of every tab. */
function tabSearch(search: URLSearchParams, tab: Tab): URLSearchParams {
  const next = new URLSearchParams(search)
  if (tab === 'items') next.delete('tab')
  else next.set('tab', tab)
  return next
}

/** Returns the search parameters that the items depend on, as a comparable string. */
function filterKey(view: ItemsView): string {
  return applyItemsView(new URLSearchParams(), view).toString()
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
