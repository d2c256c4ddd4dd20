import { Segmented } from '@opal/ui/controls/segmented'
import { LayoutGrid, List } from 'lucide-react'
import { useSite } from '../../app/site.tsx'

/** Whether items are shown as grid or table: the reader's own choice, the same on every page. */
export function LayoutChoice() {
  const { preferences, setPreference } = useSite()
  return (
    <Segmented
      label="Layout"
      value={preferences.view}
      onValueChange={(layout) => setPreference('view', layout)}
      options={[
        { value: 'grid', face: <LayoutGrid aria-hidden="true" />, label: 'Grid' },
        { value: 'table', face: <List aria-hidden="true" />, label: 'Table' },
      ]}
    />
  )
}
