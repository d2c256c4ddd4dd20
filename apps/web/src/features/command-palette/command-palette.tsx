import { CommandMenu } from '@opal/ui/overlays/command-menu'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { focusSearch } from '../../app/commands.ts'
import { ACTION_GROUPS, siteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { useFoundItems } from './use-found-items.tsx'

export interface CommandPaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** A searchable menu of the registered actions, and of the collections and wallets that the input finds. */
export default function CommandPalette(props: CommandPaletteProps) {
  const actions = useStore(siteActions)
  const [text, setText] = useState('')
  const found = useFoundItems(text)
  const commands = ACTION_GROUPS.flatMap((group) => actions.filter((action) => action.group === group)).map(
    ({ run, ...action }) => ({ ...action, onChoose: () => afterClosing(run) }),
  )
  return (
    <CommandMenu
      {...props}
      label="Commands"
      placeholder="Search commands, collections and wallets"
      onTextChange={setText}
      isPending={found.isPending}
      items={[...commands, ...found.items.map((item) => ({ ...item, onChoose: () => afterClosing(item.onChoose) }))]}
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
