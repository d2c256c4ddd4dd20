import { type LocalnetConfig, readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import * as z from 'zod'

/** Settings of the localnet with its demo market. */
export interface SeedsConfig {
  readonly localnet: LocalnetConfig
  /** Port of the images and the dev wallet's script; 0 takes any free one. */
  readonly artPort: number
  /** Whether trading continues while it runs. */
  readonly story: boolean
  /** Time between the starts of two of its turns, in milliseconds, instead of a human pace. */
  readonly storyEveryMs?: number
  /** `demo` is the whole market; `small` three collections of a dozen tokens, for tests. */
  readonly scale: 'demo' | 'small'
  /** Whether hostile collections are made in addition to the market. */
  readonly hostile?: boolean
}

const Environment = z.object({
  ART_PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
  SEED_STORY: z.enum(['on', 'off']).default('on'),
  /** The same time between all turns, for tests that want trades in a hurry. */
  SEED_STORY_EVERY_MS: z.coerce.number().int().min(20).max(600_000).optional(),
  SEED_SCALE: z.enum(['demo', 'small']).default('demo'),
  SEED_HOSTILE: z.enum(['on', 'off']).default('off'),
})

/** Every environment variable that the demo market reads in addition to the localnet's. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/**
 * Reads the settings from the environment.
 * @throws Error that names every faulty variable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): SeedsConfig {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`The demo market's settings are wrong:\n${z.prettifyError(parsed.error)}`)
  const { SEED_STORY_EVERY_MS: every } = parsed.data
  return {
    localnet: readLocalnetConfig(environment),
    artPort: parsed.data.ART_PORT,
    story: parsed.data.SEED_STORY === 'on',
    ...(every !== undefined && { storyEveryMs: every }),
    scale: parsed.data.SEED_SCALE,
    hostile: parsed.data.SEED_HOSTILE === 'on',
  }
}
