import { Link, type MetaFunction } from 'react-router'
import { headConfig, pageHead } from '../../app/head/page-head.ts'
import { useSite } from '../../app/site.tsx'
import styles from './prose.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageHead(headConfig(matches), {
    title: 'Help',
    description: 'How to buy, list, bid and earn points on Opal, what a trade costs, and what the chain guarantees.',
    path: '/help',
  })

/** Page that explains how the site is used. @source docs/product/trading.md */
export default function Help() {
  return (
    <main className={styles.prose}>
      <h1>Help</h1>
      <p>
        Opal brings the NFT listings and bids of several Aptos marketplaces together, and prepares trades that you sign
        in your own wallet. You can look around without a wallet.
      </p>
      <FirstSteps />
      <Buying />
      <Marketplaces />
      <Costs />
      <Listing />
      <Bids />
      <BidPayment />
      <Portfolio />
      <Points />
      <Keyboard />
      <Contact />
    </main>
  )
}

function FirstSteps() {
  return (
    <>
      <h2>First steps</h2>
      <ol>
        <li>Connect a wallet that holds some APT, for the price and for the network’s gas fee.</li>
        <li>Pick items from any marketplace.</li>
        <li>Check out once for all of them: in one transaction where the marketplaces allow it.</li>
      </ol>
    </>
  )
}

function Buying() {
  return (
    <>
      <h2>Buying</h2>
      <p>
        Buy Now buys one item; the cart and the sweep bar buy up to 30 at once. The dialog shows price, fee, royalty and
        gas before you sign, and asks again when a price has changed.
      </p>
      <p id="sweep">
        A <strong>sweep</strong> buys the cheapest items of a collection at once, or the cheapest that match your
        filters: in one transaction where the marketplaces allow it. In Pro, choose how many or a budget below the items
        of a collection, then press Magic buy. An item that can’t be bought is replaced by the next cheapest.
      </p>
    </>
  )
}

function Marketplaces() {
  const { marketplaces } = useSite()
  const supported = marketplaces.filter(({ status }) => status !== 'absent')
  return (
    <>
      <h2>Marketplaces</h2>
      <p>The letter on a card or in a table tells you which marketplace a listing or a bid is on:</p>
      <ul>
        {supported.map(({ id, displayName, status }) => (
          <li key={id}>
            <strong>{displayName.slice(0, 1).toUpperCase()}</strong>: {displayName}
            {status === 'cancel-only' &&
              ' (closed to new listings, bids and purchases; you can still cancel your listings and bids and accept open bids)'}
          </li>
        ))}
      </ul>
    </>
  )
}

function Costs() {
  return (
    <>
      <h2>Fees</h2>
      <p>
        Opal adds no fee of its own to a trade on another marketplace. The seller pays the marketplace’s fee and the
        creator’s royalty out of the price; the dialog shows each on its own line, at the rate charged on chain. The
        wallet that signs pays the gas.
      </p>
      <h2>What the chain guarantees</h2>
      <p>
        Prices can change until your transaction runs. Where the marketplace’s contract allows it, the transaction
        itself has a limit: it fails if a purchase would cost more, or a sale would bring less, than you were shown, and
        then only gas is charged. The dialog says so, and says where there is no such limit. A confirmed transaction
        cannot be undone.
      </p>
    </>
  )
}

function Listing() {
  return (
    <>
      <h2>Listing</h2>
      <p>
        List your items from your portfolio or from an item’s page, for 0.001 APT or more. You can edit the price of a
        listing or delist it at any time; each is a transaction. Your portfolio marks listings that another seller has
        undercut. On Opal’s own marketplace a listing can have terms:
      </p>
      <ul>
        <li>
          <strong>Expiry</strong>: the item can no longer be bought after the time you choose.
        </li>
        <li>
          <strong>Falling price</strong>: the price falls in equal steps and reaches its lowest at the time you choose.
          A buyer pays the price of that moment.
        </li>
        <li>
          <strong>Reserved buyer</strong>: only the wallet you name can buy the item. Its owner finds the listing under
          Bids received in their portfolio.
        </li>
      </ul>
    </>
  )
}

function Bids() {
  return (
    <>
      <h2>Bids</h2>
      <p>
        A bid is for one item, for any item of a collection, or for items with certain traits. A bid on an item or a
        collection is priced below the floor; only the rarest items also have Bid above floor. A bid expires on the date
        that you choose: it can no longer be accepted after that, and locked funds wait for you to cancel it. Where a
        marketplace’s bids don’t expire, the dialog says so. As an owner you can accept the best bid immediately: Opal
        picks the one that pays most after fee and royalty.
      </p>
      <p>
        A <strong>trait bid</strong> is for the items of a collection that match your filters when you place it, even if
        their traits change later. Any holder of such an item can sell it to you. Filter a collection by traits or ranks
        in Pro, then press the bid next to the active filters. Your bid pool pays for trait bids.
      </p>
    </>
  )
}

function BidPayment() {
  return (
    <>
      <h3 id="bid-pool">How bids are paid</h3>
      <ul>
        <li>
          <strong>Locked funds</strong>: the bid itself holds the full amount. You get it back when you cancel the bid.
        </li>
        <li>
          <strong>Bid pool</strong>: one deposit backs up to 1,000 bids, and pays when a seller accepts one. Sellers see
          a bid as far as your pool pays for it now: with 10 APT in the pool, a bid of 7.5 APT for 3 items counts for 1.
          Canceling a bid returns nothing, because the money stays in your pool until you withdraw it under Bids made in
          your portfolio. You can do so at any time; bids that the rest can’t pay for are then hidden from sellers.
        </li>
      </ul>
    </>
  )
}

function Portfolio() {
  return (
    <>
      <h2>Your portfolio</h2>
      <ul>
        <li>
          <strong>Exit</strong>, in Pro, shows what you’d get if you sold all your items into bids now, and sells those
          you choose.
        </li>
        <li>
          <strong>Claimable</strong> holds items that others have sent you. They arrive once you claim them.
        </li>
        <li>
          <strong>Order health check</strong> finds your listings and bids that are out of date or risky on any
          marketplace, and cancels those you select.
        </li>
      </ul>
    </>
  )
}

function Points() {
  return (
    <>
      <h2>Points</h2>
      <p>
        Buying, listing and bidding earn points, which rank you on the season’s leaderboard. They come from public
        on-chain activity alone; the <Link to="/airdrop">Airdrop</Link> page has the formula and your history.
      </p>
      <p>
        <strong>Loyalty</strong> is 100% while none of your items is listed on another marketplace, and 0% otherwise,
        which halves your points. Bids that your bid pool pays earn no points.
      </p>
    </>
  )
}

function Keyboard() {
  return (
    <>
      <h2>Keyboard</h2>
      <p>
        <kbd>/</kbd> searches, <kbd>⌘K</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd> finds every command, and <kbd>?</kbd> lists
        all keys and lets you turn the single-key ones off. Among a collection’s items, the arrow keys move from one to
        the next.
      </p>
    </>
  )
}

function Contact() {
  const { config } = useSite()
  return (
    <>
      <h2>Contact</h2>
      <p>
        Opal is open-source software, and this site is run by its operator.
        {config.socialLinks.length === 0 ? ' The operator hasn’t published any contact details.' : ' Contact:'}
      </p>
      {config.socialLinks.length > 0 && (
        <ul>
          {config.socialLinks.map(({ name, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        See also the <Link to="/terms-of-service">terms</Link> and the <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    </>
  )
}
