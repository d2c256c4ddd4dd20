import type { Token } from '@opal/contract/tokens'
import type { Column } from '@opal/ui/data/data-table'
import { useSearchParams } from 'react-router'
import { withTokenDialog } from '../../app/paths.ts'
import { MarketplaceIcon } from '../../entities/order/marketplace-icon.tsx'
import { ItemLine } from '../../entities/token/item-line.tsx'
import { RarityBadge } from '../../entities/token/rarity-badge.tsx'
import { WalletName } from '../../entities/wallet/wallet-name.tsx'
import { AboveLink } from '../../shared/components/above-link.tsx'
import { Age } from '../../shared/components/age.tsx'
import { LivePrice } from '../../shared/components/live-price.tsx'
import { Price } from '../../shared/components/price.tsx'
import { isSortable } from './column-sort.ts'
import { LazyCartBox } from './lazy-cart-box.tsx'
import styles from './token-columns.module.css'
import { TradeButton } from './trade-button.tsx'
import { ViewerPrice } from './viewer-price.tsx'

/** @source docs/product/site.md#eager-images */
const EAGER_ROWS = 20

/** Columns of the items table that can be hidden, in their order. */
export const HIDEABLE_COLUMNS = ['rarity', 'marketplace', 'lastSale', 'topBid', 'owner', 'listed'] as const
type HideableColumn = (typeof HIDEABLE_COLUMNS)[number]

/**
 * Returns the columns of the items table.
 * @param shown the rows, which the checkbox in the header selects.
 * @param supply of the collection.
 */
export function tokenColumns(
  shown: readonly Token[],
  supply: number,
  hidden: readonly HideableColumn[] = [],
): readonly Column<Token>[] {
  return [selectColumn(shown), ...factColumns(supply)]
    .filter(({ id }) => !hidden.some((each) => each === id))
    .map((column) => ({ ...column, sortable: isSortable(column.id) }))
}

/** Boxes of what can be bought: in the cart, or not. */
function selectColumn(shown: readonly Token[]): Column<Token> {
  return {
    id: 'select',
    header: <LazyCartBox tokens={shown} label="Select all" />,
    name: 'Select',
    width: '44px',
    priority: 2,
    cell: (token) => (
      <span className={styles.action} data-pick="">
        <LazyCartBox tokens={[token]} label={`Select ${token.name}`} />
      </span>
    ),
  }
}

const factColumns = (supply: number): readonly Column<Token>[] => [
  {
    id: 'name',
    header: 'Item',
    name: 'Item',
    maxWidth: '260px',
    priority: 1,
    cell: (token, index) => <TokenNameCell token={token} eager={index < EAGER_ROWS} />,
  },
  {
    id: 'rarity',
    header: 'Rarity',
    name: 'Rarity',
    align: 'end',
    width: '88px',
    priority: 2,
    cell: (token) => (token.rarity === null ? '-' : <RarityBadge rank={token.rarity} supply={supply} aboveLink />),
  },
  {
    id: 'price',
    header: 'Price',
    name: 'Price',
    align: 'end',
    width: '116px',
    priority: 1,
    leads: true,
    cell: (token) => (
      <ViewerPrice token={token}>
        <LivePrice octas={token.listedPrice} />
      </ViewerPrice>
    ),
  },
  {
    id: 'marketplace',
    header: 'Market',
    name: 'Marketplace',
    align: 'center',
    width: '76px',
    priority: 3,
    cell: (token) => <MarketplaceIcon marketplace={token.marketplace} />,
  },
  {
    id: 'lastSale',
    header: 'Last sale',
    name: 'Last sale',
    align: 'end',
    width: '112px',
    priority: 3,
    cell: (token) => <Price octas={token.lastSalePrice} />,
  },
  {
    id: 'topBid',
    header: 'Top bid',
    name: 'Top bid',
    align: 'end',
    width: '112px',
    cell: (token) => <LivePrice octas={token.topBid?.price ?? null} />,
  },
  {
    id: 'owner',
    header: 'Owner',
    name: 'Owner',
    align: 'end',
    width: '142px',
    priority: 4,
    cell: (token) => <WalletName wallet={token.owner} />,
  },
  {
    id: 'listed',
    header: 'Listed',
    name: 'Listed',
    align: 'end',
    width: '80px',
    priority: 4,
    cell: (token) =>
      token.listedAtMicros === null ? (
        '-'
      ) : (
        <AboveLink>
          <Age micros={token.listedAtMicros} />
        </AboveLink>
      ),
  },
  {
    id: 'action',
    header: '',
    name: 'Action',
    align: 'end',
    width: '104px',
    priority: 1,
    cell: (token) => (
      <span className={styles.action}>
        <TradeButton token={token} size="sm" short />
      </span>
    ),
  },
]

/** Image and name of a token: the link of a row, spread over all of it. */
function TokenNameCell({ token, eager }: { token: Token; eager: boolean }) {
  const [search] = useSearchParams()
  return (
    <ItemLine
      name={token.name}
      image={{ src: token.image, colour: token.imageFacts?.colour, fallback: token.collectionImage }}
      to={withTokenDialog(search, token.collectionId, token.tokenDataId)}
      spread
      stay
      small
      eager={eager}
    />
  )
}
