import { type ReactNode, useMemo } from 'react'
import { useMatches } from 'react-router'
import { TokenDialogHost } from './token-dialog-host.tsx'

/** The `handle` of a route that hosts the dialog of a token itself, with the neighbours that its list gives it. */
export const HOSTS_TOKENS = { hostsTokens: true } as const

const NO_NEIGHBOURS = [] as const

export interface OpenedTokenHostProps {
  renderActivity: (tokenDataId: string) => ReactNode
}

/** Opens the token that the address names on every page that does not do so itself. */
export default function OpenedTokenHost({ renderActivity }: OpenedTokenHostProps) {
  const matches = useMatches()
  const isHosted = useMemo(() => matches.some(({ handle }) => handle === HOSTS_TOKENS), [matches])
  return isHosted ? null : <TokenDialogHost neighbours={NO_NEIGHBOURS} renderActivity={renderActivity} />
}
