import { ColumnsButton } from '../../../shared/components/list-controls/columns-button.tsx'
import { useHiddenColumns } from '../../../shared/components/list-controls/hidden-columns.ts'
import { HIDEABLE_COLUMNS, HIDEABLE_IDS, priorityOf } from './item-columns.tsx'

/** Button of the menu that hides columns of the inventory's table. */
export default function ItemsColumnsButton() {
  const [hidden, setHidden] = useHiddenColumns(HIDEABLE_IDS)
  return <ColumnsButton options={HIDEABLE_COLUMNS} priorityOf={priorityOf} hidden={hidden} onHiddenChange={setHidden} />
}
