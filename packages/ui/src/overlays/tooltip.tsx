import {
  Fragment,
  type FragmentInstance,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import 'react-dom'

// What the handle of a fragment can do in a browser.
export interface TooltipProps {
  content: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take focus, or text wrapped in one. */
  children: ReactElement
}

const RemoteTooltip = lazy(() => import('./remote-tooltip.tsx'))

/**
 * Words that appear beside an element on hover and on focus. What positions them is loaded and mounted when the element
 * is first pointed at or gets the focus; it comes beside the element, which is never replaced and keeps its focus.
 */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  const around = useRef<FragmentInstance>(null)
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const fragment = around.current
    const want = ({ currentTarget }: Event) => setTrigger(currentTarget instanceof HTMLElement ? currentTarget : null)
    fragment?.addEventListener('pointermove', want)
    fragment?.addEventListener('focusin', want)
    return () => {
      fragment?.removeEventListener('pointermove', want)
      fragment?.removeEventListener('focusin', want)
    }
  }, [])
  return (
    <>
      {/* biome-ignore lint/complexity/noUselessFragments: it is the handle to whatever element is inside. */}
      <Fragment ref={around}>{children}</Fragment>
      {trigger !== null && (
        <Suspense fallback={null}>
          <RemoteTooltip trigger={trigger} content={content} side={side} />
        </Suspense>
      )}
    </>
  )
}
