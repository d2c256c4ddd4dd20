import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { openConnect } from '../../../app/commands.ts'
import { walletPath } from '../../../app/paths.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'

/** Links to the user's own portfolio, or opens the connect dialog. @source docs/product/site.md#portfolio-link */
export function PortfolioLink({ className, children }: { className: string; children: ReactNode }) {
  const address = useOwnAddress()
  if (address === null) {
    return (
      <button type="button" className={className} onClick={() => openConnect()}>
        {children}
      </button>
    )
  }
  return (
    <NavLink to={walletPath(address)} className={className}>
      {children}
    </NavLink>
  )
}
