import { type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { fetchMinting } from '../features/launchpad/fetch-minting.ts'
import { LaunchNote } from '../features/launchpad/launch-note.tsx'
import { MintingList } from '../features/launchpad/minting-list.tsx'
import { ErrorPage } from '../lib/error-page.tsx'
import { apiContext } from '../lib/load-context.ts'
import { orLater } from '../lib/missing-parts.ts'
import { headConfig, pageHead } from '../lib/page-head.ts'
import styles from './airdrop.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const page = await orLater(fetchMinting(context.get(apiContext), null, request.signal), args)
  return { firstPage: page === null ? null : { page, loadedAt: Date.now() } }
}

export const shouldRevalidate = () => false

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Launchpad',
    description: 'NFT collections on Aptos that are minting now and lately, with progress and price.',
    path: '/launchpad',
  })

/** What is being minted, from the chain's own mints. @source docs/product/site.md#launchpad-page */
export default function LaunchpadPage() {
  const { firstPage } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1 className={styles.title}>Launchpad</h1>
      <p className={styles.lead}>Collections that are minting now and lately, counted from the chain itself.</p>
      <LaunchNote />
      <MintingList firstPage={firstPage} />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
