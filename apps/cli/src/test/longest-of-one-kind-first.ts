import { existsSync, readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ENVIRONMENT = /@vitest-environment (\S+)/
const SUFFIX = /(\.e2e|\.store)?\.test\.tsx?$/

/**
 * The order of test files: within a part, those that share an environment one after the other, as a process is reused
 * only for the like; then as vitest has it, the longest first. Before it has seen them it takes the size of a file for
 * its length, which says nothing of a file whose journeys lie in a folder of its name: those come first.
 */
export class LongestOfOneKindFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files)
    const kinds = new Map(longestFirst.map((file) => [file, kindOf(file)]))
    const order = [...new Set(kinds.values())]
    const later = new Map(longestFirst.map((file) => [file, this.#isFolderUnseen(file) ? 0 : 1]))
    return longestFirst.toSorted(
      (a, b) =>
        order.indexOf(kinds.get(a) ?? '') - order.indexOf(kinds.get(b) ?? '') ||
        (later.get(a) ?? 1) - (later.get(b) ?? 1),
    )
  }

  #isFolderUnseen(file: TestSpecification): boolean {
    return (
      this.ctx.cache.getTestSpecificationResult(file) === undefined && existsSync(file.moduleId.replace(SUFFIX, ''))
    )
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return `${project.name} ${ENVIRONMENT.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? ''}`
}
