import type { Page } from 'playwright-core'
import type { Subjects } from './find-subjects.ts'
import type { Size } from './frames.ts'

/** One state of one page. */
export interface Scene {
  /** `<page>-<state>`, the beginning of the screenshot's name. */
  readonly name: string
  /** Address below the site's origin. */
  readonly path: (subjects: Subjects) => string
  /** Name of the connected wallet's user; absent for none. */
  readonly as?: string
  /** Choices the reader made before, by name, such as `{ currency: 'USD' }`. */
  readonly prefers?: Readonly<Record<string, string>>
  /** Intercepts the browser's traffic before the page is opened. */
  readonly before?: (page: Page) => Promise<void>
  /** User actions that lead to the state. */
  readonly act?: (page: Page, subjects: Subjects) => Promise<void>
  /** The answer never comes, so that the placeholders are captured. */
  readonly waits?: true
  /** One size after the other: what is done in one is seen in the next, or is signed by the same account. */
  readonly inTurn?: true
  /** Windows of its own, in place of those the studio has. */
  readonly sizes?: readonly Size[]
  /** The whole page instead of what the window shows. */
  readonly whole?: true
}
