import { showToast } from '@opal/ui/feedback/show-toast'
import { isListOf, isNumber, isObject, isString } from '../../shared/storage/guards.ts'
import { pagePostponed } from './page-failures.ts'
import { announcePostponed, answers, routerOf, untilAnswers } from './site-reachable.ts'

/** Session storage: the latest reloads because of a missing chunk. */
const KEY = 'opal:chunk-reloads'
const MAX_STORED = 20
const COOL_DOWN_MS = 60_000
/** A chunk that a reload has not brought back is missing from the release itself. */
const SAME_CHUNK_MS = 3_600_000

const isReloads = isListOf(isObject({ chunk: isString, at: isNumber }), MAX_STORED)
/** The router does not say which chunk of a page it could not load. */
const PAGE = 'page'

/** Errors that are no reason for a reload. */
const handled = new WeakSet<object>()
let isReloading = false

/** Says that the page does without a chunk that could not be loaded, or shows it in its place: no reason for a reload. */
export function withoutReload(error: unknown): void {
  if (typeof error === 'object' && error !== null) handled.add(error)
}

/**
 * Loads a part, where it fails a second time once the site answers: a connection that was lost is no reason for a reload, which closes dialogs.
 * @throws what the second attempt throws.
 */
export async function loadOnceUp<Part>(load: () => Promise<Part>, target: Window, signal: AbortSignal): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    withoutReload(error)
    await untilAnswers(target, signal)
    return load()
  }
}

/** Reloads the page if the site answers. @returns whether it does. */
export async function reloadIfUp(target: Window): Promise<boolean> {
  if (!(await answers(target))) return false
  reload(target)
  return true
}

/**
 * Reloads the page when a chunk cannot be loaded, because a new release removes old chunks: at most once in 60 seconds, and once in
 * an hour for the same chunk. While the browser is offline, or the site is down, the reload waits until the site answers. The same
 * holds for the router's own reload, which follows when the chunk of a page is missing, where the browser lets a page delay it
 * (Navigation API); one too many is replaced by a message. A page that is chosen while the site cannot be reached opens afterwards.
 * @source docs/product/site.md#missing-parts
 */
export function reloadOnMissingChunk(target: Window): void {
  let isWaiting = false
  const reloadOnceUp = async (chunk: string) => {
    if (isWaiting) return
    isWaiting = true
    const path = (await answers(target)) ? null : await pathOnceUp(target)
    isWaiting = false
    addReload(target, chunk)
    if (path === null) reload(target)
    // A path may begin with two slashes, which by themselves name another site.
    else target.location.assign(`${target.location.origin}${path}`)
  }
  target.addEventListener('vite:preloadError', async (event) => {
    const { payload } = event as { readonly payload?: unknown }
    // The import rejects after this event: only then is it known whether its error is handled.
    await new Promise((resolve) => setTimeout(resolve))
    if (typeof payload === 'object' && payload !== null && handled.has(payload)) return
    const chunk = payload instanceof Error ? payload.message : ''
    if (mayReload(target, chunk)) await reloadOnceUp(chunk)
  })
  const { navigation } = target as { readonly navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || isReloading) return
    event.preventDefault()
    if (mayReload(target, PAGE) || !target.navigator.onLine) void reloadOnceUp(PAGE)
    else void showToast('That page couldn’t be loaded. Try again in a minute.', 'error')
  })
}

/** Waits until the site answers; announces each page that is chosen before. @returns the path of the last one; null without one. */
async function pathOnceUp(target: Window): Promise<string | null> {
  const router = routerOf(target)
  const announce = () => announcePostponed(target)
  const stop = router?.subscribe(announce)
  announce()
  await untilAnswers(target)
  stop?.()
  pagePostponed.set(false)
  const chosen = router?.state.navigation.location
  return chosen === undefined ? null : `${chosen.pathname}${chosen.search}${chosen.hash}`
}

function reload(target: Window): void {
  isReloading = true
  target.location.reload()
  isReloading = false
}

/** Never where storage is forbidden: nothing would end a series of reloads. */
function mayReload(target: Window, chunk: string): boolean {
  try {
    const now = Date.now()
    return !readReloads(target).some(
      (last) => now - last.at < (last.chunk === chunk && chunk !== PAGE ? SAME_CHUNK_MS : COOL_DOWN_MS),
    )
  } catch {
    return false
  }
}

function addReload(target: Window, chunk: string): void {
  const reloads = [{ chunk, at: Date.now() }, ...readReloads(target)].slice(0, MAX_STORED)
  target.sessionStorage.setItem(KEY, JSON.stringify(reloads))
}

function readReloads(target: Window): readonly { readonly chunk: string; readonly at: number }[] {
  try {
    const stored: unknown = JSON.parse(target.sessionStorage.getItem(KEY) ?? '[]')
    return isReloads(stored) ? stored : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
