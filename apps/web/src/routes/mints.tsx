import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'
import { orLater } from '../app/failures/missing-parts.ts'
import { headConfig, pageHead } from '../app/head/page-head.ts'
import { apiContext } from '../app/loading/load-context.ts'
import { fetchMints } from '../features/mints/fetch-mints.ts'
import { LaunchNote } from '../features/mints/launch-note.tsx'
import { MintsList } from '../features/mints/mints-list.tsx'
import styles from './airdrop.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const page = await orLater(fetchMints(context.get(apiContext), null, request.signal), args)
  return { firstPage: page === null ? null : { page, loadedAt: Date.now() } }
}

export const shouldRevalidate = () => false

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Launchpad',
    description: 'Live and recent mints of NFT collections on Aptos, with progress, price and minters.',
    path: '/launchpad',
  })

/** Page of collections that are minting, counted from mints on chain. @source docs/product/site.md#launchpad-page */
export default function LaunchpadPage() {
  const { firstPage } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1 className={styles.title}>Live and recent mints</h1>
      <p className={styles.lead}>Collections being minted now or minted recently, counted on chain.</p>
      <LaunchNote />
      <MintsList firstPage={firstPage} />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
