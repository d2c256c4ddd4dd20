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
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !isUnderStickyBar(node) && !isPoppedUp(id, node))
      .slice(0, PLACES)
      .map(({ target, failureSummary }) => {
        const why = (failureSummary ?? '').split('\n').slice(1, 2).join(' ').trim()
        return `${id} (${help}) at ${target.join(' ')}${why === '' ? '' : `: ${why}`}`
      }),
  )
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

/** A menu is rendered outside of the page's landmarks; its role identifies it. */
function isPoppedUp(rule: string, { target }: { readonly target: readonly unknown[] }): boolean {
  return rule === 'region' && target.some((selector) => String(selector).includes('data-radix-popper'))
}
