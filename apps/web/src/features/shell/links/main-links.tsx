import { NavLink } from 'react-router'
import { AirdropLink } from './airdrop-link.tsx'
import { CollectionLink } from './collection-link.tsx'
import { LaunchpadLink } from './launchpad-link.tsx'
import { PortfolioLink } from './portfolio-link.tsx'

/** Links to the main pages of the site, in their order. */
export function MainLinks({ className = '' }: { className: string | undefined }) {
  return (
    <>
      <CollectionLink to="/#collections" className={className}>
        Collection
      </CollectionLink>
      <PortfolioLink className={className}>Portfolio</PortfolioLink>
      <NavLink to="/activity" className={className}>
        Activity
      </NavLink>
      <AirdropLink className={className}>Airdrop</AirdropLink>
      <LaunchpadLink className={className} />
    </>
  )
}
