import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

export interface CollectionLinkProps {
  to: '/' | '/#collections'
  className: string
  children: ReactNode
}

/** Links to the list of collections, which the pages of collections and their items belong to. */
export function CollectionLink({ to, className, children }: CollectionLinkProps) {
  const { pathname } = useLocation()
  const isWithin = /^\/collections?(?:\/|$)/.test(pathname)
  return (
    <Link to={to} className={className} aria-current={pathname === '/' ? 'page' : isWithin ? 'true' : undefined}>
      {children}
    </Link>
  )
}
