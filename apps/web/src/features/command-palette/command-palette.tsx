import { CommandMenu } from '@opal/ui/overlays/command-menu'
import { Search } from 'lucide-react'
import { focusSearch } from '../../app/commands.ts'
import { ACTION_GROUPS, siteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'

export interface CommandPaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** A searchable menu of the registered actions. */
export default function CommandPalette(props: CommandPaletteProps) {
  const actions = useStore(siteActions)
  const items = ACTION_GROUPS.flatMap((group) => actions.filter((action) => action.group === group)).map(
    ({ run, ...action }) => ({ ...action, onChoose: () => afterClosing(run) }),
  )
  return (
    <CommandMenu
      {...props}
      label="Commands"
      placeholder="Search commands and collections"
      items={items}
      fallback={(text) => ({
        id: 'search-for',
        title: `Search for “${text}”`,
        group: 'Search',
        icon: <Search aria-hidden="true" />,
        onChoose: () => afterClosing(() => focusSearch(text)),
      })}
    />
  )
}

/** Runs an action after the closing dialog has returned the focus, so that the action can move it. */
function afterClosing(run: () => void): void {
  setTimeout(run)
}
