import type { RankingWindow } from '@opal/contract/constants/windows'
import { ColumnsButton } from '../../../shared/components/list-controls/columns-button.tsx'
import { collectionColumns } from './collection-columns.tsx'
import { RANKING_COLUMNS, type RankingColumn } from './landing-view.ts'

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

interface RankingColumnsButtonProps {
  /** The columns of a window differ in what they need: its own volume is the last to go. */
  window: RankingWindow
  hidden: readonly RankingColumn[]
  onHiddenChange(hidden: readonly RankingColumn[]): void
}

/** Button of the menu that hides columns of the ranking. */
export default function RankingColumnsButton({ window, ...props }: RankingColumnsButtonProps) {
  const columns = collectionColumns(window, { chosen: [], toggle: () => {} })
  const options = RANKING_COLUMNS.map((id) => ({
    id,
    header: NAMES[id],
    priority: columns.find(({ kind }) => kind === id)?.priority,
  }))
  return <ColumnsButton options={options} {...props} />
}
