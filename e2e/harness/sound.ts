import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { audit } from '../screenshots/audit.ts'

/** Expects no accessibility violation on the page in its current state. */
export async function sound(page: Page): Promise<void> {
  expect(await audit(page)).toEqual([])
}

/** The same, of the open dialog alone: what lies behind it is inert, and was audited before. */
export async function dialogIsSound(page: Page): Promise<void> {
  expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
}
