import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliConfig } from '../config.ts'
import { Problem } from '../problem.ts'
import { replaceFile } from '../replace-file.ts'
import type { DataDirectory } from './data-directory.ts'

/**
 * Returns the operator's token of the local network: the configured one, else one generated once and stored next to
 * the data.
 */
export function localOperatorToken(directory: DataDirectory, config: CliConfig): string {
  const configured = config.environment.OPERATOR_TOKEN
  if (configured !== undefined) return configured
  const file = join(directory.path, 'operator-token')
  if (!existsSync(file)) replaceFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

interface OperatorChoice {
  readonly featured: readonly string[]
  readonly verified: readonly string[]
}

/**
 * Applies the demo operator's decisions once: which collections are verified and featured. Later decisions of the
 * person at the machine stay.
 * @throws Problem
 */
export async function applyOperatorChoice(directory: DataDirectory, mainApi: string, token: string): Promise<void> {
  const file = join(directory.chain, 'operator-choice.json')
  const done = join(directory.path, 'operator-choice.done')
  if (!existsSync(file) || existsSync(done)) return
  const { featured, verified }: OperatorChoice = JSON.parse(readFileSync(file, 'utf8'))
  for (const id of verified) await patch(`${mainApi}/collection/${id}/verify`, { isVerified: true }, token)
  for (const id of featured) await patch(`${mainApi}/collection/${id}/feature`, { isfeatured: true }, token)
  writeFileSync(done, '')
}

async function patch(url: string, body: object, token: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Problem(`The API refused the operator's request (${answer.status}): see api.log.`)
  await answer.body?.cancel()
}
