import { useSyncExternalStore } from 'react'
import { type Preferences, readPreferences } from './preferences.ts'

export type Theme = 'dark' | 'light'

/** Colors of the page, which a phone's bars around it take. As in the style sheet. */
export const PAGE_COLORS: Readonly<Record<Theme, string>> = { dark: '#0b0b0f', light: '#fbfbfd' }

const SYSTEM_LIGHT = '(prefers-color-scheme: light)'

/**
 * Script of the document's head: a page that follows the system gets its theme before anything is painted, since the server cannot know it.
 */
export const SYSTEM_THEME_SCRIPT = `if(matchMedia('${SYSTEM_LIGHT}').matches)document.documentElement.dataset.theme='light'`

/** Returns the theme that a choice means; dark on the server for the system's. */
export function useTheme(choice: Preferences['theme']): Theme {
  const system = useSyncExternalStore(onSystemTheme, systemTheme, () => 'dark' as const)
  return choice === 'system' ? system : choice
}

/** Applies a choice to the document, and to the bars of a phone around it. */
export function applyTheme(choice: Preferences['theme']): void {
  const theme = choice === 'system' ? systemTheme() : choice
  document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', PAGE_COLORS[theme])
}

/** Applies the choice of this browser to the document. */
export function applyStoredTheme(): void {
  applyTheme(readPreferences(document.cookie).theme)
}

function systemTheme(): Theme {
  return window.matchMedia(SYSTEM_LIGHT).matches ? 'light' : 'dark'
}

function onSystemTheme(listener: () => void): () => void {
  const query = window.matchMedia(SYSTEM_LIGHT)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
