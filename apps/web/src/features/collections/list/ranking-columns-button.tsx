import { ColumnsButton } from '../../../shared/components/list-controls/columns-button.tsx'
import { collectionColumns } from './collection-columns.tsx'
import type { RankingColumn } from './landing-view.ts'

const NAMES: Readonly<Record<RankingColumn, string>> = {
  'top-bid': 'Top bid',
  change: 'Floor change',
  volume: 'Volume',
  sales: 'Sales',
  'total-volume': 'Total volume',
  'market-cap': 'Market cap',
  listed: 'Listed',
  owners: 'Owners',
  supply: 'Supply',
  line: 'Floor line',
}
const OPTIONS = Object.entries(NAMES) as readonly (readonly [RankingColumn, string])[]

const COLUMNS = collectionColumns('1d', { chosen: [], toggle: () => {} })
const priorityOf = (kind: RankingColumn) => COLUMNS.find((column) => column.kind === kind)?.priority

interface RankingColumnsButtonProps {
  hidden: readonly RankingColumn[]
  onHiddenChange(hidden: readonly RankingColumn[]): void
}

/** Button of the menu that hides columns of the ranking. */
export default function RankingColumnsButton(props: RankingColumnsButtonProps) {
  return <ColumnsButton options={OPTIONS} priorityOf={priorityOf} {...props} />
}
