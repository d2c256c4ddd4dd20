import { dirname } from 'node:path'
import { build } from 'vite'

/** Bundles a module and what it imports for production, as a script whose exports are members of the global `page`. @param entry its path. */
export async function bundleForPage(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'page' } },
  })
  const [first] = [made].flat()
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error(`${entry} could not be bundled`)
  return chunk.code
}
