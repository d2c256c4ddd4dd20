import { type ComponentType, createContext, lazy, startTransition, use, useEffect, useState } from 'react'
import { withStyles } from './missing-styles.ts'

/** Loads the module of a component, its default export. */
export type LoadPart<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** For what is rendered in place of a part. */
export interface Retry {
  /** Loads the part again. */
  onRetry(): void
}

const RetryContext = createContext<Retry>({ onRetry: () => {} })

/**
 * Returns a component that is loaded when it is first rendered, within the caller's `Suspense`. Where its chunk cannot be loaded, the
 * rest of the page stays and `Missing` is rendered in its place; it is loaded again by a retry, and when it is next mounted.
 * @param Missing default: nothing.
 */
export function lazyPart<Props extends object>(
  load: LoadPart<Props>,
  Missing: ComponentType<Props & Retry> = Nothing,
): ComponentType<Props> {
  const loadStyled = withStyles(load)
  const attempt = (): ComponentType<Props> => lazy(() => loadStyled().catch(() => ({ default: InItsPlace })))
  let latest = attempt()
  function InItsPlace(props: Props) {
    // React caches a failed `lazy` component: the next attempt needs a new one. Made on mount, or a part that is not mounted yet would
    // retry with each failure.
    useEffect(() => {
      latest = attempt()
    }, [])
    return <Missing {...props} {...use(RetryContext)} />
  }
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest)
    const onRetry = () => startTransition(() => setPart(() => latest))
    return (
      <RetryContext value={{ onRetry }}>
        <Part {...props} />
      </RetryContext>
    )
  }
}

function Nothing() {
  return null
}
