import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { orLater } from '../app/failures/missing-parts.ts'
import { headConfig, pageHead } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { loadSiteFacts } from '../app/loading/site-facts.ts'
import { useSite } from '../app/site.tsx'
import { ActivityList } from '../features/activity/activity-table.tsx'
import { applyActivityView, parseActivityView } from '../features/activity/activity-view.ts'
import { fetchActivity } from '../features/activity/fetch-activity.ts'
import { useAddressView } from '../shared/hooks/use-address-view.ts'
import styles from './activity.module.css'

const EVERYWHERE = {}

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const api = context.get(apiContext)
  const { marketplaces } = await loadSiteFacts(context)
  const view = parseActivityView(new URL(request.url).searchParams, marketplaces)
  const page = await orLater(fetchActivity(api, EVERYWHERE, view, null, request.signal), args)
  return { first: page === null ? undefined : { page, loadedAt: Date.now() }, view }
}

export const shouldRevalidate = () => false

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Activity',
    description: 'NFT activity on Aptos, live: sales, listings, bids, transfers and mints on every marketplace.',
    path: '/activity',
  })

export default function ActivityPage() {
  const loaded = useLoaderData<typeof loader>()
  const { marketplaces } = useSite()
  const [view, changeView] = useAddressView({
    parse: (search) => parseActivityView(search, marketplaces),
    apply: applyActivityView,
  })
  const addressOf = (one: typeof view) => applyActivityView(new URLSearchParams(), one).toString()
  const asLoaded = addressOf(view) === addressOf(loaded.view)
  return (
    <main>
      <h1 className={styles.title}>Activity</h1>
      <ActivityList
        scope={EVERYWHERE}
        view={view}
        onViewChange={changeView}
        firstPage={asLoaded ? loaded.first : undefined}
        emptyText="No activity yet"
      />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
