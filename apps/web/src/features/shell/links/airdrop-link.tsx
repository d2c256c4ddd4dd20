import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { openAirdrop } from '../../../app/commands.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'

/** Links to the airdrop page, through the connect dialog where no wallet is known. @source docs/product/site.md#airdrop-link */
export function AirdropLink({ className, children }: { className: string; children: ReactNode }) {
  const address = useOwnAddress()
  if (address !== null) {
    return (
      <NavLink to="/airdrop" className={className}>
        {children}
      </NavLink>
    )
  }
  return (
    <button type="button" className={className} onClick={openAirdrop}>
      {children}
    </button>
  )
}
