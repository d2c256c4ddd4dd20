import { ApiError } from '@opal/contract/http/api-error'
import { Component, createContext, type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { applyStoredTheme } from '../theme.ts'
import styles from './error-page.module.css'
import { LAST_RESORT } from './last-resort-message.ts'
import { errorShown } from './page-failures.ts'

/** Id of the request that brought the document, by which its failure is found in the log. */
export const RequestReference = createContext<string | null>(null)

/** Renders the page that replaces a failed one. @source docs/product/site.md#error-page */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <LastResort>
      <ErrorText
        missing={isRouteErrorResponse(error) && error.status === 404}
        reason={reasonOf(error)}
        failedCall={error instanceof ApiError ? error.requestId : null}
      />
    </LastResort>
  )
}

/** Returns the sentence that a route gives for an address that leads nowhere. */
function reasonOf(error: unknown): string | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : null
  return typeof reason === 'string' ? reason : null
}

interface ErrorTextProps {
  readonly missing: boolean
  readonly reason: string | null
  /** Id of the call that failed; null where it was none, or not answered. */
  readonly failedCall: string | null
}

function ErrorText({ missing, reason, failedCall }: ErrorTextProps) {
  const document = use(RequestReference)
  // The server has a `navigator` too, which is never offline.
  const [isOffline] = useState(() => globalThis.navigator?.onLine === false)
  const reference = isOffline ? null : (failedCall ?? document)
  // In place of a failed root the document is new, and has the server's theme.
  useLayoutEffect(applyStoredTheme, [])
  useEffect(() => {
    errorShown.set(missing ? 'missing' : 'failed')
    return () => errorShown.set(null)
  }, [missing])
  return (
    <main className={styles.page}>
      {!missing && (
        <p className={styles.code} aria-hidden="true">
          Oh.
        </p>
      )}
      <h1 className={missing ? styles.missing : styles.title}>{missing ? '404 Not Found' : 'An error occurred'}</h1>
      <p className={styles.reason}>
        {missing
          ? 'This page could not be found'
          : isOffline
            ? 'You’re offline. This page opens once you’re back online. Your wallet and tokens are safe.'
            : 'This isn’t your fault, and your wallet and tokens are safe. We’ll keep trying to load this page.'}
      </p>
      {missing && reason !== null && <p className={styles.reason}>{reason}</p>}
      {!missing && reference !== null && <p className={styles.reason}>Reference: {reference}</p>}
      <Link to="/" className={styles.home} reloadDocument={!missing}>
        Home page
      </Link>
    </main>
  )
}

/** Error boundary that renders one plain sentence: nothing in it can throw again. */
export class LastResort extends Component<{ children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <p role="alert">{LAST_RESORT}</p> : this.props.children
  }
}
