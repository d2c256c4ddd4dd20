import { Segmented } from '@opal/ui/controls/segmented'
import { useSite } from '../../lib/site.tsx'

/** Lite leaves out the activity rail, depth and Analytics; Pro shows them. @source docs/product/site.md#lite-and-pro */
export function ModeSwitch() {
  const { preferences, setPreference } = useSite()
  return (
    <Segmented
      label="Mode"
      size="sm"
      value={preferences.mode}
      onValueChange={(mode) => setPreference('mode', mode)}
      options={[
        { value: 'lite', face: 'Lite' },
        { value: 'pro', face: 'Pro' },
      ]}
    />
  )
}
