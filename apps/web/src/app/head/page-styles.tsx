import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const ELEMENT_ID = 'page-styles'

/** The style sheets of the page that the server renders, as one text; null in the browser, and where they are not known. */
export const PageStylesContext = createContext<string | null>(null)

export interface PageStylesProps {
  /** Links to the same sheets, for what the reader goes to next. */
  children: ReactNode
}

/**
 * Brings the page its style in the document itself: a sheet apart costs a slow line one more journey before anything is
 * painted. The sheets are linked once the page stands.
 */
export function PageStyles({ children }: PageStylesProps) {
  const rendered = useContext(PageStylesContext)
  const [stands, setStands] = useState(false)
  useEffect(() => setStands(true), [])
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
      {(stands || inline == null) && children}
    </>
  )
}
