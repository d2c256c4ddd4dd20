import { Button, type ButtonProps } from '@opal/ui/controls/button'
import { useEffect } from 'react'
import { useStore } from '../../shared/hooks/store.ts'
import { followedWallets, openFollowedWallets, toggleFollowed } from './followed-wallets.ts'
import { useOwnAddress } from './use-own-address.ts'

/** A toggle that follows a wallet in this browser; nothing for one's own. */
export function FollowButton({ address, ...props }: { address: string } & Pick<ButtonProps, 'size' | 'wide'>) {
  const viewer = useOwnAddress()
  useEffect(openFollowedWallets, [])
  const isFollowed = useStore(followedWallets).includes(address)
  if (viewer === address) return null
  return (
    <Button {...props} aria-pressed={isFollowed} onClick={() => toggleFollowed(address)}>
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}
