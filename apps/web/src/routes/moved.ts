import { type LoaderFunctionArgs, redirect } from 'react-router'

/** Pages by other words for them. */
const PAGES: Readonly<Record<string, string>> = {
  '/mints': '/launchpad',
  '/rewards': '/airdrop',
}

/** Leads from another word for a page to its address. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect((PAGES[pathname.replace(/\/$/, '')] ?? '/') + search)
}
