import type { MetaFunction } from 'react-router'
import { headConfig, pageHead } from '../../app/head/page-head.ts'
import styles from './prose.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Terms of Service',
    description: 'What you agree to by using this instance of Opal.',
    path: '/terms-of-service',
  })

/** Page with the terms of service of this instance. */
export default function TermsOfService() {
  return (
    <main className={styles.prose}>
      <h1>Terms of Service</h1>
      <p>
        Opal is open-source software that shows what happens on the Aptos chain and prepares transactions for your own
        wallet. The operator of this instance offers it to you under these terms.
      </p>
      <h2>Your wallet, your signature</h2>
      <ul>
        <li>Opal never holds your keys, your coins or your tokens, and never signs for you.</li>
        <li>
          Every purchase, listing and cancellation is a transaction that you confirm in your wallet. Once confirmed on
          chain, no one can undo it, not even us.
        </li>
        <li>
          Before you sign, Opal shows what a simulation says the transaction will move: price, fee, royalty and gas.
          What happens on chain is what counts.
        </li>
      </ul>
      <h2>Marketplaces</h2>
      <p>
        Listings come from several marketplaces. Their contracts, fees and rules are their own; Opal names the
        marketplace next to each listing and shows the fee that its contract takes.
      </p>
      <h2>What you see</h2>
      <p>
        Names, images and descriptions come from creators and are not checked for truth, ownership or rights. A verified
        mark says only that the operator of this instance knows the collection. Figures are computed from chain data and
        can be late; the live indicator in the footer shows by how much.
      </p>
      <h2>No warranty</h2>
      <p>
        The software is provided as it is, without warranty of any kind, as its Apache 2.0 license says. Tokens can lose
        all their value. Spend only what you can afford to lose, and follow the laws of where you live.
      </p>
    </main>
  )
}
