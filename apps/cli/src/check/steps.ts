import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'
import { checkDeployment } from './deployment/check-deployment.ts'
import { uncheckedByTools } from './deployment/tools.ts'
import { checkDocumentation } from './documentation/check-documentation.ts'
import { checkDocuments } from './documents/check-documents.ts'
import { checkFeatures, faultsOf } from './features/check-features.ts'
import { GENERATORS } from './generators.ts'
import { checkImports } from './imports/check-imports.ts'
import { checkLicences } from './licences/check-licences.ts'
import { checkSecurityClaims } from './security/check-security-claims.ts'
import { checkStyles } from './styles/check-styles.ts'

/** One check of `npm run check`. */
export interface CheckStep {
  readonly title: string
  /** Lines that say what is wrong; none when all is well. */
  readonly run: () => Promise<readonly string[]>
  /** Lines that say what is not checked on this machine, and why. */
  readonly skipped?: () => readonly string[]
}

const bin = (path: string) => join(ROOT, 'node_modules', path)

/**
 * Steps of `npm run check`, run in parallel; each counts as one in its closing line. Programs come first, since they run while the
 * other steps do.
 */
export const CHECK_STEPS: readonly CheckStep[] = [
  {
    title: 'format and lint',
    run: () => runNode([bin('@biomejs/biome/bin/biome'), 'check', '--diagnostic-level=error']),
  },
  { title: 'types', run: checkTypes },
  {
    title: 'imports',
    run: async () => checkImports(ROOT).map((found) => `${found.path}:${found.line} ${found.sentence}`),
  },
  { title: 'features', run: async () => faultsOf(checkFeatures(ROOT)) },
  { title: 'styles', run: async () => checkStyles(ROOT) },
  { title: 'product documents', run: async () => checkDocuments(ROOT) },
  { title: 'documentation', run: async () => checkDocumentation(ROOT) },
  { title: 'deployment', run: () => checkDeployment(ROOT), skipped: uncheckedByTools },
  { title: 'security claims', run: async () => checkSecurityClaims(ROOT) },
  { title: 'licences', run: async () => checkLicences(ROOT) },
  {
    title: 'generated files',
    run: async () => (await Promise.all(GENERATORS.map((script) => runNode([join(ROOT, script), '--check'])))).flat(),
  },
]

/** Writes the site's route types first; they are not in the repository. */
async function checkTypes(): Promise<readonly string[]> {
  const routes = await runNode([bin('@react-router/dev/bin.cjs'), 'typegen'], join(ROOT, 'apps/web'))
  return routes.length > 0 ? routes : runNode([bin('typescript/bin/tsc'), '-b', '--pretty', 'false'])
}

/** Runs a program of ours on this Node. @returns what it said when it failed. */
async function runNode(args: readonly string[], cwd = ROOT): Promise<readonly string[]> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return []
  const lines = Buffer.concat(output).toString().trim().split('\n').filter(Boolean)
  return lines.length > 0 ? lines : [`ended with ${code}`]
}
