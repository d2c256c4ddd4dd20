import { listWalletNames } from '@opal/contract/names'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { orLater, pageFailure } from '../app/failures/missing-parts.ts'
import { failedHead, headConfig, pageHead } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { loadSiteFacts } from '../app/loading/site-facts.ts'
import { walletPath } from '../app/paths.ts'
import { useSite } from '../app/site.tsx'
import { findWalletOfPath, isAddressSegment, missingWallet } from '../entities/wallet/find-wallet-of-path.ts'
import { useWalletNames } from '../entities/wallet/use-wallet-names.ts'
import { renderTokenActivity } from '../features/activity/activity-panel.tsx'
import { fetchCollections, fetchItems, fetchSummary } from '../features/portfolio/fetch-portfolio.ts'
import { PortfolioHead } from '../features/portfolio/portfolio-head.tsx'
import { itemsChoice, summaryQuery } from '../features/portfolio/portfolio-query.ts'
import { applyPortfolioView, parsePortfolioView } from '../features/portfolio/portfolio-view.ts'
import { useLiveSummary } from '../features/portfolio/summary/use-live-summary.ts'
import { PortfolioPanel } from '../features/portfolio/tabs/portfolio-panel.tsx'
import { HOSTS_TOKENS } from '../features/token/dialog/opened-token-host.tsx'
import { TokenDialogHost } from '../features/token/dialog/token-dialog-host.tsx'
import { lazyPart } from '../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../shared/components/lazy/missing-section.tsx'
import { formatAddress } from '../shared/format/name.ts'
import { byOwnClock } from '../shared/hooks/by-own-clock.ts'
import { IN_PLACE, useAddressView, useLatestSearch } from '../shared/hooks/use-address-view.ts'
import { PortfolioTabPanel } from './wallet-tabs.tsx'
// The server renders the panel too, whose code is loaded later: its styles come with the page.
import '../features/portfolio/wallets/wallets-panel.module.css'

const WalletsPanel = lazyPart(() => import('../features/portfolio/wallets/wallets-panel.tsx'), MissingSection)

/** Height of the panel of two wallets, in a window that is no phone's. */
const WALLETS_HEIGHT = '261px'

export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args
  const api = context.get(apiContext)
  const text = params.address ?? ''
  const address = await findWalletOfPath(api, text, request.signal).catch((error: unknown) => {
    throw pageFailure(error, args)
  })
  if (address === null) throw data({ reason: missingWallet(text) }, { status: 404 })
  const url = new URL(request.url)
  if (isAddressSegment(text) && text !== address && !url.pathname.endsWith('.data'))
    throw redirect(walletPath(address) + url.search)
  const { marketplaces } = await loadSiteFacts(context)
  const view = parsePortfolioView(url.searchParams, marketplaces)
  const choice = itemsChoice(view)
  const [names, pnl, collections, items] = await Promise.all([
    api(listWalletNames, { body: { wallet_address: [address] } }, { signal: request.signal }),
    fetchSummary(api, address, request.signal),
    orLater(fetchCollections(api, address, '', null, request.signal), args),
    orLater(fetchItems(api, address, choice, null, request.signal), args),
  ])
  return { address, aptosName: names.data[0]?.name ?? null, pnl, collections, items, choice, loadedAt: Date.now() }
}

/** Loads only another wallet: filters and tabs fetch in the browser. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.address !== nextParams.address
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, error }) => {
  if (loaderData === undefined) return failedHead(error, 'Wallet')
  const name = loaderData.aptosName ?? formatAddress(loaderData.address)
  return pageHead(headConfig(matches), {
    title: name,
    description: `NFTs, listings, bids, trades, profit and loss of ${loaderData.aptosName ?? loaderData.address} on Aptos.`,
    path: walletPath(loaderData.address),
  })
}

export const handle = HOSTS_TOKENS

export default function WalletPage() {
  const { address } = useLoaderData<typeof loader>()
  return (
    <main>
      <Portfolio key={address} />
    </main>
  )
}

function Portfolio() {
  const loaded = useLoaderData<typeof loader>()
  const { address, collections } = loaded
  const [search, setSearch] = useSearchParams()
  const latestSearch = useLatestSearch()
  const { api, marketplaces } = useSite()
  const [view, changeView] = useAddressView({
    parse: (one) => parsePortfolioView(one, marketplaces),
    apply: applyPortfolioView,
  })
  const { data: pnl } = useQuery({
    ...summaryQuery(api, address),
    initialData: loaded.pnl,
    initialDataUpdatedAt: byOwnClock(loaded.loadedAt),
  })
  useLiveSummary(
    address,
    useMemo(() => new Set(collections?.data.map(({ collectionId }) => collectionId)), [collections]),
  )
  const aptosName =
    useWalletNames([address], {
      names: [{ wallet_address: address, name: loaded.aptosName }],
      loadedAt: loaded.loadedAt,
    }).get(address) ?? null
  const walletsOpen = search.get('wallets') === 'open'
  return (
    <>
      <PortfolioHead
        address={address}
        aptosName={aptosName}
        pnl={pnl}
        isNarrowed={view.collection !== null}
        walletsOpen={walletsOpen}
        onWalletsOpenChange={(open) => setSearch(withWallets(latestSearch(), open), IN_PLACE)}
      />
      {walletsOpen && (
        <Suspense fallback={<Skeleton height={WALLETS_HEIGHT} />}>
          <WalletsPanel shown={address} />
        </Suspense>
      )}
      <PortfolioPanel wallet={address} view={view} onViewChange={changeView}>
        <PortfolioTabPanel
          wallet={address}
          view={view}
          onViewChange={changeView}
          first={
            loaded.items !== null &&
            collections !== null &&
            JSON.stringify(itemsChoice(view)) === JSON.stringify(loaded.choice)
              ? { items: loaded.items, collections, loadedAt: loaded.loadedAt }
              : undefined
          }
          renderDialog={(items) => <TokenDialogHost neighbours={items} renderActivity={renderTokenActivity} />}
        />
      </PortfolioPanel>
    </>
  )
}

function withWallets(search: URLSearchParams, open: boolean): URLSearchParams {
  const next = new URLSearchParams(search)
  if (open) next.set('wallets', 'open')
  else next.delete('wallets')
  return next
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
