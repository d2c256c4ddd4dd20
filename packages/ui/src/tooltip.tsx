import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react'

export interface TooltipProps {
  content: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take focus, or text wrapped in one. */
  children: ReactElement
}

type Working = typeof import('./radix-tooltip.tsx')
const WorkingTooltip = createContext<Working | null>(null)

/** Words that appear beside an element on hover and on focus. Needs a TooltipProvider above. */
export function Tooltip(props: TooltipProps) {
  const working = useContext(WorkingTooltip)
  if (working === null) return props.children
  return (
    <working.RadixTooltipGroup>
      <working.RadixTooltip {...props} />
    </working.RadixTooltipGroup>
  )
}

/** Has what shows tooltips come? Until then an element with a tooltip is to be replaced by itself. */
export function useTooltipsWork(): boolean {
  return useContext(WorkingTooltip) !== null
}

/** Once, around the app: fetches what positions tooltips after the first paint, because nobody hovers before that. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [working, setWorking] = useState<Working | null>(null)
  useEffect(() => {
    void import('./radix-tooltip.tsx').then(setWorking)
  }, [])
  return <WorkingTooltip value={working}>{children}</WorkingTooltip>
}
