import { IconButton } from '@opal/ui/controls/icon-button'
import { Moon, Sun } from 'lucide-react'
import { useSite } from '../../lib/site.tsx'

/** From dark to light and back. */
export function ThemeButton() {
  const { preferences, setPreference } = useSite()
  const dark = preferences.theme === 'dark'
  return (
    <IconButton
      label={dark ? 'Light theme' : 'Dark theme'}
      size="sm"
      onClick={() => setPreference('theme', dark ? 'light' : 'dark')}
    >
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
