import RestoreFocus from '@opal/ui/overlays/focus/restore-focus'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useFollowedLinks } from './followed-links.ts'

/** Announces pages, restores lost focus, and returns it on Back. Mounted once, after hydration. */
export default function PageFocus() {
  useFollowedLinks()
  return (
    <>
      <PageName />
      <RestoreFocus />
    </>
  )
}

/** Announces the title of a page that another one led to: browsers announce documents alone. Dialogs announce themselves. */
function PageName() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [name, setName] = useState('')
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setName(document.querySelector('[role="dialog"]') === null ? document.title : '')
  }, [pathname])
  return (
    <p className="visually-hidden" role="status" data-page-name="">
      {name}
    </p>
  )
}
