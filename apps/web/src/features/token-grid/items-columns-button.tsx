import { ColumnsButton, hideableOf } from '../../shared/components/list-controls/columns-button.tsx'
import { useHiddenColumns } from '../../shared/components/list-controls/hidden-columns.ts'
import { HIDEABLE_COLUMNS, tokenColumns } from './token-columns.tsx'

const OPTIONS = hideableOf(tokenColumns([], 0), HIDEABLE_COLUMNS)

/** Button of the menu that hides columns of the items table. */
export default function ItemsColumnsButton() {
  const [hidden, setHidden] = useHiddenColumns(HIDEABLE_COLUMNS)
  return <ColumnsButton options={OPTIONS} hidden={hidden} onHiddenChange={setHidden} />
}
