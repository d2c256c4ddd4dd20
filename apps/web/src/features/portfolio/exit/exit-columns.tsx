import type { ExitItem } from '@opal/contract/portfolio/exit'
import { changePercent } from '@opal/domain/prices/rates'
import { Segmented } from '@opal/ui/controls/segmented'
import { Select } from '@opal/ui/controls/select'
import type { Column } from '@opal/ui/data/data-table'
import { MarketplaceIcon } from '../../../entities/order/marketplace-icon.tsx'
import { useWalletNames } from '../../../entities/wallet/use-wallet-names.ts'
import { WalletName } from '../../../entities/wallet/wallet-name.tsx'
import { Gain } from '../../../shared/components/gain.tsx'
import { LivePrice } from '../../../shared/components/live-price.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { namedWallet } from '../../../shared/format/name.ts'
import { formatChange } from '../../../shared/format/number.ts'
import { Cost } from '../rows/cost.tsx'
import { ItemName } from '../rows/item-name.tsx'
import { tickOrSwitch, type WalletRowReader } from '../rows/tick-or-switch.tsx'
import type { Selection } from '../rows/use-selection.ts'
import { choicesOf, type ExitChoice, exitItemKey } from './exit-choices.ts'
import styles from './exit-tab.module.css'

export interface ExitColumnsParams {
  /** Null in another wallet's portfolio: nothing can be selected. */
  readonly selection: Selection<ExitItem> | null
  /** The connected account; null for none. */
  readonly own: string | null
  /** The items are of several wallets. */
  readonly isMerged: boolean
  /** Phones have no room for the marketplace of a sale. */
  readonly isNarrow: boolean
  /** The buttons would take the room of the name: a menu has the choices. */
  readonly hasMenus: boolean
  readonly choiceOf: (item: ExitItem) => ExitChoice
  readonly onChoose: (item: ExitItem, choice: ExitChoice) => void
  /** Octas; null where it is unknown. */
  readonly costOf: (item: ExitItem) => bigint | null
}

/** Returns the columns of a wallet's exit. */
export function exitColumns(params: ExitColumnsParams): readonly Column<ExitItem>[] {
  const { selection, own, isMerged, isNarrow, hasMenus, costOf } = params
  return [
    ...(selection === null ? [] : [tickOrSwitch(selection, own, READER)]),
    {
      id: 'name',
      header: 'Item',
      name: 'Item',
      maxWidth: '340px',
      priority: 1,
      cell: (item) => (
        <ItemName
          token={item}
          wraps
          {...(item.listing !== null && { phoneBefore: <Listed item={item} on="phone" /> })}
        />
      ),
    },
    ...(isMerged ? [WALLET] : []),
    {
      id: 'sale',
      header: 'Sell now',
      name: 'Sell now, net',
      align: 'end',
      width: isNarrow ? '96px' : '128px',
      priority: 1,
      leads: true,
      definition: 'What its bid in this plan brings you after fees. No two items take the same bid.',
      cell: (item) => <Sale item={item} isNarrow={isNarrow} costOf={costOf} />,
    },
    {
      id: 'gain',
      header: 'P&L',
      name: 'P&L if sold now',
      align: 'end',
      width: '112px',
      priority: 2,
      cell: (item) => <SaleGain item={item} costOf={costOf} />,
    },
    {
      id: 'listing',
      header: 'If listed',
      name: 'If listed, net',
      align: 'end',
      width: '168px',
      priority: 2,
      definition:
        'What a sale just below the floor brings you after fees. A trait’s higher floor counts if at least three others are listed with it.',
      cell: (item) => <Listed item={item} on="column" />,
    },
    {
      id: 'floor',
      header: 'Floor',
      name: 'Floor of others',
      align: 'end',
      width: '104px',
      priority: 3,
      cell: ({ floorPrice }) => <Price octas={floorPrice} />,
    },
    {
      id: 'cost',
      header: 'Cost',
      name: 'Cost',
      align: 'end',
      width: '104px',
      priority: 3,
      cell: (item) => <Cost octas={costOf(item)} />,
    },
    {
      id: 'choice',
      header: 'Choice',
      name: 'Choice',
      align: 'end',
      width: hasMenus ? '88px' : '168px',
      priority: 1,
      cell: (item) => <Choice {...params} item={item} />,
    },
  ]
}

const READER: WalletRowReader<ExitItem> = {
  keyOf: exitItemKey,
  nameOf: ({ name }) => name,
  walletOf: ({ walletAddress }) => walletAddress,
}

const WALLET: Column<ExitItem> = {
  id: 'wallet',
  header: 'Wallet',
  name: 'Wallet',
  align: 'end',
  width: '148px',
  priority: 2,
  cell: ({ walletAddress }) => <Holder address={walletAddress} />,
}

function Holder({ address }: { address: string }) {
  return <WalletName wallet={namedWallet(address, useWalletNames([address]))} />
}

const NO_SALE: Readonly<Record<NonNullable<ExitItem['holdReason']>, string>> = {
  frozen: 'Frozen',
  'below-cost': 'Below limit',
  'no-market': 'No bid',
}

interface SaleProps extends Pick<ExitColumnsParams, 'isNarrow' | 'costOf'> {
  item: ExitItem
}

/** The proceeds of a sale, with its marketplace where there is room for both, and on phones the gain below. */
function Sale({ item, isNarrow, costOf }: SaleProps) {
  const { sale, holdReason } = item
  if (sale === null) return <span className={styles.quiet}>{NO_SALE[holdReason ?? 'no-market']}</span>
  return (
    <span className={styles.sale}>
      <span className={styles.amount}>
        {!isNarrow && <MarketplaceIcon marketplace={sale.marketplace} />}
        <LivePrice octas={sale.netOctas} rounding="down" />
      </span>
      <span className={styles.phoneGain}>
        <span className="visually-hidden">P&L </span>
        <SaleGain item={item} costOf={costOf} />
      </span>
    </span>
  )
}

/** Shows how much more a sale brings than its item cost. */
function SaleGain({ item, costOf }: Omit<SaleProps, 'isNarrow'>) {
  if (item.sale === null) return '-'
  const cost = costOf(item)
  return <Gain octas={cost === null ? null : BigInt(item.sale.netOctas) - cost} />
}

/** The proceeds of a listing, and how far they are from those of the sale: in a column of their own, or on phones in words. */
function Listed({ item: { sale, listing }, on }: { item: ExitItem; on: 'column' | 'phone' }) {
  if (listing === null) return '-'
  const change = sale === null ? null : changePercent(BigInt(listing.netOctas), BigInt(sale.netOctas))
  const isPhone = on === 'phone'
  return (
    <span className={isPhone ? undefined : styles.listed}>
      {isPhone && 'If listed '}
      <Price octas={listing.netOctas} rounding="down" bare={isPhone} />
      {change !== null && (
        <>
          {isPhone && ' '}
          <span {...(!isPhone && { className: styles.quiet, title: `${formatChange(change)} vs selling now` })}>
            {formatChange(change)}
            <span className="visually-hidden"> vs selling now</span>
          </span>
        </>
      )}
    </span>
  )
}

const LABELS: Readonly<Record<ExitChoice, string>> = { sell: 'Sell', list: 'List', hold: 'Hold' }

function Choice({ item, choiceOf, onChoose, hasMenus }: ExitColumnsParams & { item: ExitItem }) {
  const shared = {
    label: `Choice for ${item.name}`,
    value: choiceOf(item),
    onValueChange: (choice: ExitChoice) => onChoose(item, choice),
  }
  const options = choicesOf(item)
  return (
    <span className={styles.above}>
      {hasMenus ? (
        <Select {...shared} size="sm" options={options.map((value) => ({ value, label: LABELS[value] }))} />
      ) : (
        <Segmented {...shared} size="sm" options={options.map((value) => ({ value, content: LABELS[value] }))} />
      )}
    </span>
  )
}
