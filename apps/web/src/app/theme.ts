import { useSyncExternalStore } from 'react'
import { type Preferences, readPreferences } from './preferences.ts'

export type Theme = 'dark' | 'light'

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

/** Applies a choice to the document. */
export function applyTheme(choice: Preferences['theme']): void {
  document.documentElement.dataset.theme = choice === 'system' ? systemTheme() : choice
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
