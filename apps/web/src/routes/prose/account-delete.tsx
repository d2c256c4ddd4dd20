import { type MetaFunction, useRouteError } from 'react-router'
import { ErrorPage } from '../../app/failures/error-page.tsx'
import { headConfig, pageHead } from '../../app/head/page-head.ts'
import { AccountEraser } from '../../features/account/account-eraser.tsx'
import { SessionList } from '../../features/account/session-list.tsx'
import styles from './prose.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Delete account',
    description: 'Erase what Opal stores about your wallet. What is on chain stays.',
    path: '/account-delete',
    isPrivate: true,
  })

/** Page on which a wallet's holder erases its account. */
export default function AccountDelete() {
  return (
    <main className={styles.prose}>
      <h1>Delete account</h1>
      <p>Opal has no accounts other than your wallet. You can erase everything the server stores about it here.</p>
      <h2>What is erased</h2>
      <ul>
        <li>Your favorite collections, on the server and in this browser.</li>
        <li>The flags you sent, with your remarks; they leave the public logs too.</li>
        <li>Your alerts and their settings.</li>
        <li>All your sessions on every device, and unfinished sign-ins.</li>
      </ul>
      <h2>What stays</h2>
      <ul>
        <li>Everything on the Aptos chain: tokens, listings, bids, trades and names. No one can erase those.</li>
        <li>Season points are computed from public on-chain activity, so anyone can verify them.</li>
        <li>
          What only this browser stores, such as your preferences, cart, saved wallets and costs. Clear the site’s data
          to remove it.
        </li>
      </ul>
      <AccountEraser />
      {/* Last: it comes once a session is found, and moves nothing. */}
      <SessionList />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
