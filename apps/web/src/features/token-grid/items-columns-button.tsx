import { ColumnsButton } from '../../shared/components/list-controls/columns-button.tsx'
import { useHiddenColumns } from '../../shared/components/list-controls/hidden-columns.ts'
import { type HideableColumn, tokenColumns } from './token-columns.tsx'

const NAMES: Readonly<Record<HideableColumn, string>> = {
  rarity: 'Rarity',
  marketplace: 'Market',
  lastSale: 'Last sale',
  topBid: 'Top bid',
  owner: 'Owner',
  listed: 'Listed',
}
const OPTIONS = Object.entries(NAMES) as readonly (readonly [HideableColumn, string])[]
const COLUMNS = tokenColumns([], 0)
const priorityOf = (id: HideableColumn) => COLUMNS.find((column) => column.id === id)?.priority
const IDS = OPTIONS.map(([id]) => id)

/** Button of the menu that hides columns of the items table. */
export default function ItemsColumnsButton() {
  const [hidden, setHidden] = useHiddenColumns(IDS)
  return <ColumnsButton options={OPTIONS} priorityOf={priorityOf} hidden={hidden} onHiddenChange={setHidden} />
}
