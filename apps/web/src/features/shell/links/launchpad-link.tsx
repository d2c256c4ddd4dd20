import { ArrowUpRight } from 'lucide-react'
import { NavLink } from 'react-router'
import { useSite } from '../../../app/site.tsx'

/**
 * Links to the configured launchpad in a new tab; without one, to the site's own page of mints.
 * @source docs/product/site.md#launchpad-link
 */
export function LaunchpadLink({ className }: { className: string }) {
  const { launchpadUrl } = useSite().config
  if (launchpadUrl === null) {
    return (
      <NavLink to="/launchpad" className={className}>
        Launchpad
      </NavLink>
    )
  }
  return (
    <a href={launchpadUrl} className={className} target="_blank" rel="noreferrer" title="Opens in a new tab">
      Launchpad
      <ArrowUpRight size={13} aria-hidden="true" />
    </a>
  )
}
