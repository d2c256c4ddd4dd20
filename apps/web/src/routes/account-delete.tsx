import { type MetaFunction, useRouteError } from 'react-router'
import { ErrorPage } from '../app/error-page.tsx'
import { headConfig, pageHead } from '../app/head/page-head.ts'
import { AccountEraser } from '../features/account/account-eraser.tsx'
import { SessionList } from '../features/account/session-list.tsx'
import styles from './prose.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Delete account',
    description: 'Erase what Opal keeps about your wallet beyond the chain.',
    path: '/account-delete',
    isPrivate: true,
  })

/** Page on which a wallet's holder erases its account. */
export default function AccountDelete() {
  return (
    <main className={styles.prose}>
      <h1>Delete account</h1>
      <p>Opal has no accounts beside your wallet. What the server keeps of it beyond the chain, you can erase here.</p>
      <h2>What is erased</h2>
      <ul>
        <li>Your favourite collections, on the server and in this browser.</li>
        <li>The flags you sent, with your remarks; they leave the public logs too.</li>
        <li>All your sessions, on every device, and sign-ins that were begun.</li>
      </ul>
      <h2>What stays</h2>
      <ul>
        <li>Everything on the Aptos chain: tokens, listings, offers, trades and names. Nobody can erase those.</li>
        <li>Points of the season: they are computed from the chain, and anybody can compute them again.</li>
        <li>
          What this browser alone keeps: your choices and recently visited collections. Clear the site’s data for that.
        </li>
      </ul>
      <SessionList />
      <AccountEraser />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
