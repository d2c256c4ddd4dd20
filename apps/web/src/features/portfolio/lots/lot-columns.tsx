import type { Lot } from '@opal/contract/portfolio/pnl'
import type { Column } from '@opal/ui/data/data-table'
import { ExternalLink } from 'lucide-react'
import { transactionUrl } from '../../../app/paths.ts'
import { useSite } from '../../../app/site.tsx'
import { Age } from '../../../shared/components/age.tsx'
import { Gain } from '../../../shared/components/gain.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { OwnCost } from '../rows/own-cost.tsx'
import styles from './lot-columns.module.css'

/** Labels of how a lot was acquired and released. */
const BY_LABELS: Readonly<Record<string, { came: string; went: string }>> = {
  listing: { came: 'Bought', went: 'Sold' },
  'token-offer': { came: 'Bid filled', went: 'Bid accepted' },
  'collection-offer': { came: 'Bid filled', went: 'Bid accepted' },
  mint: { came: 'Minted', went: 'Minted' },
  transfer: { came: 'Received', went: 'Sent' },
  burn: { came: 'Burned', went: 'Burned' },
}

/** The owner's costs of lots, in their own portfolio. */
export interface LotCosts {
  readonly wallet: string
  /** Returns whether the user can set what this lot cost: it is held, alone of its token, and the chain does not record a cost. */
  canSet(lot: Lot): boolean
  /** Returns what the user has set, in octas; null for nothing. */
  ownOf(lot: Lot): string | null
}

/** Returns the cost that the owner has set for a lot, in octas; null where there is none, or it cannot be set. */
export function ownCostOfLot(lot: Lot, costs: LotCosts | null): string | null {
  return costs?.canSet(lot) === true ? costs.ownOf(lot) : null
}

/**
 * Returns the columns of the lots: what it is, how it came and went, and what that brought.
 * @param costs null in another wallet's portfolio.
 */
export const lotColumns = (costs: LotCosts | null): readonly Column<Lot>[] => [
  {
    id: 'item',
    header: 'Item',
    name: 'Item',
    maxWidth: '340px',
    priority: 1,
    cell: (lot) => (
      <ItemName
        token={{
          tokenDataId: lot.tokenDataId,
          name: lot.tokenName ?? lot.tokenDataId.slice(-6),
          image: lot.tokenImage,
          collectionId: lot.collectionId,
          collectionName: lot.collectionName,
          held: lot.amount,
        }}
      />
    ),
  },
  {
    id: 'came',
    header: 'Acquired',
    name: 'Acquired',
    align: 'start',
    width: '152px',
    priority: 3,
    cell: (lot) => <Moment moment={lot.acquired} label={BY_LABELS[lot.acquired.by]?.came ?? 'Unknown'} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    name: 'Cost',
    align: 'end',
    width: '104px',
    priority: 2,
    cell: (lot) =>
      costs?.canSet(lot) === true ? <LotOwnCost lot={lot} wallet={costs.wallet} /> : <Cost octas={lot.cost} />,
  },
  {
    id: 'went',
    header: 'Sold',
    name: 'Sold',
    align: 'end',
    width: '160px',
    priority: 3,
    cell: (lot) =>
      lot.released === null ? (
        <span className={styles.held}>Held</span>
      ) : (
        <Moment moment={lot.released} label={BY_LABELS[lot.released.by]?.went ?? 'Unknown'} />
      ),
  },
  {
    id: 'worth',
    header: 'Proceeds',
    name: 'Proceeds, or estimated value while held',
    align: 'end',
    width: '156px',
    priority: 2,
    definition:
      'Once sold, after fees. While held, the estimate before fees: the higher of top bid and floor. The bid counts for at most what a seller has received for an item, the floor for at most 5 times the last sale or that bid.',
    cell: (lot) => <Worth lot={lot} />,
  },
  {
    id: 'gain',
    header: 'P&L',
    name: 'Profit or loss',
    align: 'end',
    width: '128px',
    priority: 1,
    definition: 'Once sold, proceeds after fees minus cost. While held, the estimate before fees minus cost.',
    leads: true,
    cell: (lot) => <LotGain lot={lot} costs={costs} />,
  },
]

function Worth({ lot }: { lot: Lot }) {
  if (lot.released === null) {
    return (
      <span className={styles.estimate}>
        <Price octas={lot.estimate} />
        <BeforeFees />
      </span>
    )
  }
  return <Price octas={lot.proceeds} rounding="down" />
}

/** The cost of a lot that its owner can set, or has set. */
function LotOwnCost({ lot: { tokenDataId, tokenName }, wallet }: { lot: Lot; wallet: string }) {
  return <OwnCost wallet={wallet} token={{ tokenDataId, name: tokenName ?? tokenDataId.slice(-6), costPrice: null }} />
}

/** The gain of a lot; where it waits for a cost that its owner can set, phones have that in its place, as they have no column of costs. */
function LotGain({ lot, costs }: { lot: Lot; costs: LotCosts | null }) {
  const isGift = lot.released !== null && lot.proceeds === null
  if (isGift && (lot.released?.by === 'transfer' || lot.released?.by === 'burn'))
    return <span className={styles.held}>-</span>
  const ownCost = ownCostOfLot(lot, costs)
  const gain = ownCost === null || lot.estimate === null ? lot.gain : BigInt(lot.estimate) - BigInt(ownCost)
  const isSettable = gain === null && costs?.canSet(lot) === true
  return (
    <span className={styles.gain} data-settable={isSettable || undefined}>
      <Gain octas={gain} />
      {isSettable && (
        <span className={styles.setter}>
          <LotOwnCost lot={lot} wallet={costs.wallet} />
        </span>
      )}
      {lot.released === null && gain !== null && <BeforeFees />}
    </span>
  )
}

/** Marks an amount of a held lot: what a sale would cost in fees is not known before it. */
function BeforeFees() {
  return <span className={styles.note}>before fees</span>
}

function Moment({ moment, label }: { moment: Lot['acquired']; label: string }) {
  const { config } = useSite()
  const face = (
    <>
      {label} <Age micros={moment.atMicros} />
    </>
  )
  if (moment.transactionHash === null) return <span className={styles.moment}>{face}</span>
  return (
    <a
      className={styles.moment}
      href={transactionUrl(config, moment.transactionHash)}
      target="_blank"
      rel="noreferrer"
      title={`Transaction at version ${moment.version}`}
    >
      {face}
      <ExternalLink aria-hidden="true" />
    </a>
  )
}
