import { type ReactNode, useMemo } from 'react'
import { useMatches } from 'react-router'
import { TokenDialogHost } from './token-dialog-host.tsx'

/** The `handle` of a route that hosts the token dialog itself, with the neighbours of its list. */
export const HOSTS_TOKENS = { hostsTokens: true } as const

const NO_NEIGHBOURS = [] as const

export interface OpenedTokenHostProps {
  renderActivity: (tokenDataId: string) => ReactNode
}

/** Hosts the token dialog on pages without a host of their own. */
export default function OpenedTokenHost({ renderActivity }: OpenedTokenHostProps) {
  const matches = useMatches()
  const isHosted = useMemo(() => matches.some(({ handle }) => handle === HOSTS_TOKENS), [matches])
  return isHosted ? null : <TokenDialogHost neighbours={NO_NEIGHBOURS} renderActivity={renderActivity} />
}
