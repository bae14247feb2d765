// The next release, as another build beside this one: this source with one more version of the
// rules, in which one command behaves differently.

import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownRules } from '@basis/engine/rules-version'

const rootFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const engineFolder = 'packages/engine/src'
const packages = ['domain', 'engine', 'protocol', 'server'] as const

/** The rules version that only the next build supports. */
export const nextRules = Math.max(...knownRules) + 1

/** The changes of the release: a text of one file, and its replacement. */
const changes = [
  ['packages/server/package.json', /"version": "[^"]*"/, '"version": "next"'],
  [
    `${engineFolder}/api/rules-version.ts`,
    `knownRules: readonly number[] = [${knownRules.join(', ')}]`,
    `knownRules: readonly number[] = [${[...knownRules, nextRules].join(', ')}]`,
  ],
  [
    `${engineFolder}/engine/engine.ts`,
    "  const why = command.isDisconnected === true ? 'CancelByDCP' : 'CancelByUser'\n",
    `  const why = command.isDisconnected === true ? 'CancelByDCP' : 'CancelByUser'
  if (state.rulesVersion.present >= ${nextRules} && market === undefined) {
    return { problem: problem('commandRefused', 'symbol') }
  }
`,
  ],
] as const

/**
 * Makes the build in a folder given by the caller and returns its root. Under its newest rules
 * version, cancelling all orders requires a symbol.
 */
export function makeNextBuild(folder: string): string {
  const root = join(folder, 'next-build')
  for (const name of packages) {
    const from = join(rootFolder, 'packages', name)
    cpSync(from, join(root, 'packages', name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules') && !path.endsWith('.test.ts'),
    })
  }
  mkdirSync(join(root, 'checks/cluster'), { recursive: true })
  const program = 'checks/cluster/replayed.ts'
  cpSync(join(rootFolder, program), join(root, program))
  cpSync(join(rootFolder, 'package.json'), join(root, 'package.json'))
  linkModules(root)
  for (const [file, before, after] of changes) change(join(root, file), before, after)
  return root
}

/** Links third-party packages to those of this source; its own packages are the copies. */
function linkModules(root: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@basis'), { recursive: true })
  for (const name of readdirSync(join(rootFolder, 'node_modules'))) {
    if (name === '@basis' || name.startsWith('.')) continue
    symlinkSync(join(rootFolder, 'node_modules', name), join(modules, name))
  }
  for (const name of packages) {
    symlinkSync(join(root, 'packages', name), join(modules, '@basis', name))
  }
}

function change(file: string, before: string | RegExp, after: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(before, () => after)
  if (changed === text) throw new Error(`${file} has nothing to change in it`)
  writeFileSync(file, changed)
}
