import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Exports of an icon, under all of its names, in the index of the library. */
const EXPORTS = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g
const IMPORTS = /import \{([^}]*)\} from 'lucide-react'/g

/** Returns the file of each icon by each of its names, from the index of the library. */
export function iconFiles(index: string): ReadonlyMap<string, string> {
  return new Map(
    [...index.matchAll(EXPORTS)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), file] as const),
    ),
  )
}

/** Returns the code with each icon imported from its own file. Whatever else the library exports is imported as before. */
export function importIconFiles(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(IMPORTS, (_, names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => {
        const [icon = '', local = icon] = name.split(' as ')
        const file = files.get(icon)
        return file === undefined
          ? `import { ${name} } from 'lucide-react'`
          : `import ${local} from 'lucide-react/icons/${file}'`
      })
      .join('; '),
  )
}

/**
 * Imports icons from their own files: through the index of their library each page would count as a user of every icon of the
 * site, and load them all first.
 */
export function iconsByModule(): Plugin {
  let files: ReadonlyMap<string, string> = new Map()
  return {
    name: 'opal:icons-by-module',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      const index = await this.resolve('lucide-react')
      if (index === null) this.error('The icons cannot be found.')
      files = iconFiles(await readFile(index.id, 'utf8'))
    },
    transform: {
      filter: { id: /\.tsx?(?:\?|$)/, code: /from 'lucide-react'/ },
      handler: (code) => ({ code: importIconFiles(code, files), map: null }),
    },
  }
}
