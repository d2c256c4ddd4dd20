import { Link, type MetaFunction } from 'react-router'
import { headConfig, pageHead } from '../../app/head/page-head.ts'
import styles from './prose.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Privacy Policy',
    description: 'What this instance of Opal knows about its visitors, where it is stored, and why.',
    path: '/privacy-policy',
  })

/** Page with the privacy policy of this instance. */
export default function PrivacyPolicy() {
  return (
    <main className={styles.prose}>
      <h1>Privacy Policy</h1>
      <p>
        Opal works without an account and without trackers; you sign in with your wallet only where something needs it.
        This page explains what is stored, where, and why.
      </p>
      <h2>In your browser</h2>
      <ul>
        <li>
          Your choices, such as currency, theme, and grid or table. Those that change how a page looks are also sent as
          cookies, so that pages arrive the way you like them.
        </li>
        <li>
          Favorite and recently visited collections, and that you are signed in; the session itself is a cookie that
          scripts cannot read.
        </li>
        <li>
          The name, address, public key and last balance of the wallet you connected last, so that it can be connected
          again, and the transactions that are still under way.
        </li>
        <li>
          Your cart, your own and followed wallets, the costs you enter, the items you choose to hold, and the filters
          of your trait bids.
        </li>
        <li>
          For ten seconds, a cookie with the latest chain version you have seen, so that your next page is never behind
          it.
        </li>
      </ul>
      <p>Clear the site’s data in your browser to remove all of it.</p>
      <h2>On the server</h2>
      <p>
        The server indexes the public chain, where your transactions are for everyone to see. Requests carry your IP
        address, as any request does; the operator of this instance may keep server logs for a short time to run and
        protect it. Images are fetched by our media service, so that their hosts do not learn who looks at them.
      </p>
      <p>
        If you sign in with your wallet, the server keeps your session for two weeks, your favorites, your alerts with
        their settings, and the flags you send. Only you are shown your favorites and alerts. You can{' '}
        <Link to="/account-delete">see and end your sessions, and erase all of it</Link> at any time.
      </p>
      <h2>Third parties</h2>
      <p>
        Your browser asks an Aptos node for your balance and for the state of your own transactions, and your wallet
        contacts the servers its maker chose. If you run an item’s interactive art, your browser loads it from where its
        creator put it. Opal itself sends nothing to third parties.
      </p>
    </main>
  )
}
