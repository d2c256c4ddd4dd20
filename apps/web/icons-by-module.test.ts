import { expect, it } from 'vitest'
import { iconFiles, importIconFiles } from './icons-by-module.ts'

const FILES = iconFiles(`
import * as index from './icons/index.mjs';
export { index as icons };
export { default as LucideSun, default as Sun, default as SunIcon } from './icons/sun.mjs';
export { default as AlarmCheck, default as AlarmClockCheck } from './icons/alarm-clock-check.mjs';
export { default as createLucideIcon } from './createLucideIcon.mjs';
`)

it('finds the file of an icon by each of its names', () => {
  expect([...FILES]).toEqual([
    ['LucideSun', 'sun'],
    ['Sun', 'sun'],
    ['SunIcon', 'sun'],
    ['AlarmCheck', 'alarm-clock-check'],
    ['AlarmClockCheck', 'alarm-clock-check'],
  ])
})

it.each([
  ["import { Sun } from 'lucide-react'", "import Sun from 'lucide-react/icons/sun'"],
  ["import { SunIcon as Light } from 'lucide-react'", "import Light from 'lucide-react/icons/sun'"],
  [
    "import { AlarmCheck, type LucideIcon, Sun } from 'lucide-react'",
    "import AlarmCheck from 'lucide-react/icons/alarm-clock-check'; import { type LucideIcon } from 'lucide-react'; import Sun from 'lucide-react/icons/sun'",
  ],
  [
    "import {\n  AlarmCheck,\n  Sun,\n} from 'lucide-react'",
    "import AlarmCheck from 'lucide-react/icons/alarm-clock-check'; import Sun from 'lucide-react/icons/sun'",
  ],
  ["import { Sun } from './sun.tsx'", "import { Sun } from './sun.tsx'"],
])('imports icons from their own files: %s', (code, changed) => {
  expect(importIconFiles(code, FILES)).toBe(changed)
})
