import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkImports } from './check-imports.ts'
import { folderOf, MAY_IMPORT, type PackageName } from './packages.ts'

test('reads the modules of every workspace', () => {
  using root = mkdtempDisposableSync(join(tmpdir(), 'opal-imports-'))
  const paths = (Object.keys(MAY_IMPORT) as PackageName[]).map((workspace) => `${folderOf(workspace)}src/main.ts`)
  for (const path of paths) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true })
    writeFileSync(join(root.path, path), "import 'not-a-dependency'")
  }
  expect(checkImports(root.path).map(({ path }) => path)).toEqual(paths.sort())
})
