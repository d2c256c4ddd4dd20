import { ApiError } from '@opal/contract/api-error'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { ActivityPanel } from '../features/activity/activity-panel.tsx'
import { DEFAULT_ACTIVITY_VIEW } from '../features/activity/activity-view.ts'
import { fetchHoldings } from '../features/portfolio/fetch-holdings.ts'
import { holdingsQuery } from '../features/portfolio/holdings-query.ts'
import { WalletPanel } from '../features/portfolio/wallet-panel.tsx'
import { parseWalletView, type WalletView, walletSearch } from '../features/portfolio/wallet-view.ts'
import { HoldingsGrid } from '../features/tokens/holdings-grid.tsx'
import { TokenDialogHost } from '../features/tokens/token-dialog-host.tsx'
import { ErrorPage } from '../lib/error-page.tsx'
import { findWalletOfPath, isAddressSegment } from '../lib/find-wallet-of-path.ts'
import { formatAddress } from '../lib/format/name.ts'
import { apiContext } from '../lib/load-context.ts'
import { headConfig, pageHead } from '../lib/page-head.ts'
import { walletPath } from '../lib/paths.ts'
import { useSite } from '../lib/site.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const text = params.address ?? ''
  const address = await findWalletOfPath(context.get(apiContext), text, request.signal)
  if (address === null) throw data(null, { status: 404 })
  const url = new URL(request.url)
  if (isAddressSegment(text) && text !== address && !url.pathname.endsWith('.data'))
    throw redirect(walletPath(address) + url.search)
  const view = parseWalletView(url.searchParams)
  const type = view.tab === 'activity' ? 'all' : view.filter
  const page = await fetchHoldings(context.get(apiContext), address, type, null, request.signal).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
      throw error
    },
  )
  return { address: address as string, type, page, loadedAt: Date.now() }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined
    ? [{ title: 'Wallet | Opal' }]
    : pageHead(headConfig(matches), {
        title: formatAddress(loaderData.address),
        description: `NFTs, listings and trades of ${loaderData.address} on Aptos.`,
        path: walletPath(loaderData.address),
      })

export default function WalletPage() {
  const { address } = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const view = parseWalletView(search)
  const changeView = (next: WalletView) => setSearch(walletSearch(next), { preventScrollReset: true, replace: true })
  return (
    <main>
      <WalletPanel address={address} view={view} onViewChange={changeView}>
        {view.tab === 'items' ? (
          <Holdings key={address} address={address} view={view} />
        ) : (
          <ActivityPanel scope={{ walletAddress: address }} view={DEFAULT_ACTIVITY_VIEW} emptyText="No Activity" />
        )}
      </WalletPanel>
    </main>
  )
}

function Holdings({ address, view }: { address: string; view: WalletView }) {
  const loaded = useLoaderData<typeof loader>()
  const list = useInfiniteQuery({
    ...holdingsQuery(useSite().api, address, view.filter),
    ...(loaded.type === view.filter &&
      loaded.address === address && {
        initialData: { pages: [loaded.page], pageParams: [null] },
        initialDataUpdatedAt: loaded.loadedAt,
      }),
  })
  const items = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <HoldingsGrid
        items={items}
        filter={view.filter}
        pending={list.isPending ? 12 : list.isFetchingNextPage ? 6 : 0}
        onEndReached={list.hasNextPage ? () => void list.fetchNextPage() : null}
        onRetry={list.isError && list.data === undefined ? () => void list.refetch() : null}
      />
      <TokenDialogHost
        neighbours={items}
        renderActivity={(tokenDataId) => (
          <ActivityPanel
            scope={{ tokenDataId }}
            view={DEFAULT_ACTIVITY_VIEW}
            emptyText="This Token has no Activity"
            scrolls="inside"
          />
        )}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
