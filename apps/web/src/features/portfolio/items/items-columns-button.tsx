import { ColumnsButton, hideableOf } from '../../../shared/components/list-controls/columns-button.tsx'
import { useHiddenColumns } from '../../../shared/components/list-controls/hidden-columns.ts'
import { HIDEABLE_COLUMNS, itemColumns } from './item-columns.tsx'

const OPTIONS = hideableOf(itemColumns(null), HIDEABLE_COLUMNS)

/** Button of the menu that hides columns of the inventory's table. */
export default function ItemsColumnsButton() {
  const [hidden, setHidden] = useHiddenColumns(HIDEABLE_COLUMNS)
  return <ColumnsButton options={OPTIONS} hidden={hidden} onHiddenChange={setHidden} />
}
