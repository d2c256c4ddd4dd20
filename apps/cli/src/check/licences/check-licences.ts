import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyLicence, FREE, isFreeExpression } from './classify-licence.ts'
import { EXCEPTIONS } from './exceptions.ts'

/** An installed package. */
export interface InstalledPackage {
  readonly name: string
  readonly version: string
  /** The licence of package.json. */
  readonly declared: string
  /** Contents of every licence file in it. */
  readonly texts: readonly string[]
}

/** Returns a sentence for each installed package whose licence we cannot live with. */
export function checkLicences(root: string): readonly string[] {
  return installedPackages(root).flatMap((found) => {
    const fault = faultOf(found)
    return fault === null ? [] : [`${found.name}@${found.version}: ${fault}`]
  })
}

/** Returns what is wrong with a package's licence; null if nothing is. The texts decide; only a package without any is believed by its field. */
export function faultOf({ name, declared, texts }: InstalledPackage): string | null {
  const isExcepted = (kind: string) =>
    EXCEPTIONS.some((exception) => exception.name.test(name) && exception.kind === kind)
  if (isExcepted(declared)) return null
  const known = texts.map(classifyLicence).filter((classified) => classified !== null)
  const refused = known.find(({ kind, isRefused }) => isRefused && !isExcepted(kind))
  // A package that offers a choice ("MIT OR GPL") ships both texts.
  if (refused && !/\bOR\b/i.test(declared)) return `its licence file is the ${refused.kind}`
  if (known.some(({ kind }) => FREE.has(kind) || isExcepted(kind))) return null
  if (isFreeExpression(declared)) return null
  return `its licence "${declared}" is not one we accept`
}

function installedPackages(root: string): readonly InstalledPackage[] {
  const lock: { packages: Record<string, { link?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(
      ([path, { link }]) => path.includes('node_modules/') && !link && existsSync(join(root, path, 'package.json')),
    )
    .map(([path]) => readPackage(join(root, path)))
}

function readPackage(folder: string): InstalledPackage {
  const manifest: { name: string; version: string; license?: unknown; licenses?: unknown } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^(licen[sc]e|copying|unlicen[sc]e)/i.test(entry.name) && !/\.[jt]s$/.test(entry.name),
  )
  return {
    name: manifest.name,
    version: manifest.version,
    declared: declaredLicence(manifest.license ?? manifest.licenses),
    texts: files.map((file) => readFileSync(join(folder, file.name), 'utf8')),
  }
}

/** Old packages say `{ type }` or a list of those. */
function declaredLicence(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(declaredLicence).join(' OR ')
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type)
  return 'none'
}
