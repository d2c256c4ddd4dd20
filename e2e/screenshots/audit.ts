import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Places named per rule. */
const PLACES = 3

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose answer depends on the theme: everything else has been answered in the first. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's findings on the page: one line per rule and place. The dev wallet's window is a tool, not our page.
 * @param options.only `colours` where nothing else has changed since the page was audited whole.
 * @param options.within a selector of the part that is audited; the whole page when left out.
 */
export async function audit(
  page: Page,
  { only = 'everything', within }: { readonly only?: 'everything' | 'colours'; readonly within?: string } = {},
): Promise<readonly string[]> {
  await transitionsEnd(page)
  // In its legacy mode axe sums up on this page instead of opening another one for it; there are no frames of other origins.
  const whole = new AxeBuilder({ page }).setLegacyMode().exclude('opal-dev-wallet')
  const builder = within === undefined ? whole : whole.include(within)
  const chosen = only === 'everything' ? builder.withTags(RULES) : builder.withRules(COLOUR_RULES)
  const { violations } = await chosen.analyze()
  const findings: string[] = []
  for (const { id, help, nodes } of violations) {
    const poppedUp = id === 'region' ? await poppedUpOf(page, nodes) : []
    const places = nodes.filter((node, at) => !isUnderStickyBar(node) && poppedUp[at] !== true).slice(0, PLACES)
    for (const { target, failureSummary } of places) {
      const why = (failureSummary ?? '').split('\n').slice(1, 2).join(' ').trim()
      findings.push(`${id} (${help}) at ${target.join(' ')}${why === '' ? '' : `: ${why}`}`)
    }
  }
  return findings
}

/** A button that has just become ready fades in: half way its words would be too faint. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map((one) => one.finished))
  })
}

/** An element half under the footer comes free by scrolling: its own size counts. */
function isUnderStickyBar({ any }: { readonly any: readonly { readonly message: string }[] }): boolean {
  return any.some(({ message }) => message.includes('partially obscured'))
}

/**
 * Says of each finding whether it lies in a tooltip or a card of what is pointed at: those are rendered outside of the landmarks,
 * and belong to their element.
 */
function poppedUpOf(
  page: Page,
  nodes: readonly { readonly target: readonly unknown[] }[],
): Promise<readonly boolean[]> {
  const isWithin = (selectors: readonly string[]) =>
    selectors.map((one) => document.querySelector(one)?.closest('[data-radix-popper-content-wrapper]') != null)
  return page.evaluate(
    isWithin,
    nodes.map(({ target }) => String(target[0])),
  )
}
