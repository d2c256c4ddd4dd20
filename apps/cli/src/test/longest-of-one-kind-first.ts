import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ENVIRONMENT = /@vitest-environment (\S+)/

/**
 * The order of test files: within a part, those that share an environment one after the other, as a process is kept
 * only for the like; then as vitest has it, the longest first.
 */
export class LongestOfOneKindFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files)
    const kinds = new Map(longestFirst.map((file) => [file, kindOf(file)]))
    const order = [...new Set(kinds.values())]
    return longestFirst.toSorted((a, b) => order.indexOf(kinds.get(a) ?? '') - order.indexOf(kinds.get(b) ?? ''))
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  return `${project.name} ${ENVIRONMENT.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? ''}`
}
