import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const ELEMENT_ID = 'page-styles'

/** The style sheets of the page that the server renders, as one text; null in the browser and where they are unknown. */
export const PageStylesContext = createContext<string | null>(null)

export interface PageStylesProps {
  /** Links to the same style sheets, for later navigations. */
  children: ReactNode
}

/**
 * Inlines the page's style sheets: a linked one costs a slow connection another round trip before the first paint. The sheets
 * are linked after hydration.
 */
export function PageStyles({ children }: PageStylesProps) {
  const rendered = useContext(PageStylesContext)
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const inline = typeof window === 'undefined' ? rendered : document.getElementById(ELEMENT_ID)?.textContent
  return (
    <>
      {inline != null && (
        <style
          id={ELEMENT_ID}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: style sheets of our own build.
          dangerouslySetInnerHTML={{ __html: inline }}
        />
      )}
      {(hydrated || inline == null) && children}
    </>
  )
}
