import { data, useRouteError } from 'react-router'
import { ErrorPage } from '../app/failures/error-page.tsx'

/** Answers every unknown address with 404. */
export const loader = () => {
  throw data(null, { status: 404 })
}

export const meta = () => [{ title: '404 Not Found | Opal' }]

export default function NotFound() {
  return null
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
