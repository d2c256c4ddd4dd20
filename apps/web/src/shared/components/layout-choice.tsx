import { Segmented } from '@opal/ui/controls/segmented'
import { LayoutGrid, List } from 'lucide-react'
import { useSite } from '../../app/site.tsx'

/** Switches all item lists between grid and table. */
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
