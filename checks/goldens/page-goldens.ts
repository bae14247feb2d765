// Golden pictures of every page and dialog: `npm run goldens` compares them, `npm run goldens --
// --write` writes them anew. PROOFS=long takes four languages, both themes and three windows.

// The journeys that look at pages and dialogs take the pictures, without what streams;
// what is kept of each is a line of cells in page-goldens.txt.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cellsOf, difference } from './page-cells.ts'
import { readPng } from './picture.ts'

const rootFolder = join(import.meta.dirname, '../..')
const pictureFolder = join(rootFolder, 'test-results/screenshots')
const goldenFile = join(import.meta.dirname, 'page-goldens.txt')
const kinds = ['pages', 'dialogs'] as const
const journeys = ['checks/e2e/page-appearance.e2e.ts', 'checks/e2e/dialogs.e2e.ts']

/** Runs the journeys, which leave their pictures behind; returns whether they passed. */
function takePictures(): boolean {
  for (const kind of kinds) rmSync(join(pictureFolder, kind), { recursive: true, force: true })
  const env = { ...process.env, GOLDENS: 'on' }
  const { status } = spawnSync('playwright', ['test', ...journeys], {
    cwd: rootFolder,
    env,
    stdio: 'inherit',
  })
  return status === 0
}

/** The cells of every picture that was taken, by its name. */
function takenCells(): Map<string, string> {
  const taken = new Map<string, string>()
  for (const kind of kinds) {
    const folder = join(pictureFolder, kind)
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder).toSorted()) {
      const name = `${kind}/${file.replace(/\.png$/, '')}`
      taken.set(name, cellsOf(readPng(readFileSync(join(folder, file)))))
    }
  }
  return taken
}

function goldenCells(): Map<string, string> {
  const lines = existsSync(goldenFile) ? readFileSync(goldenFile, 'utf8').trim().split('\n') : []
  return new Map(
    lines.map((line) => {
      const [name = '', cells = ''] = line.split(' ')
      return [name, cells]
    }),
  )
}

function main(isWriting: boolean): number {
  const hasPassed = takePictures()
  const taken = takenCells()
  const golden = goldenCells()
  if (isWriting) {
    const all = [...golden, ...taken].map(([name, cells]) => [name, cells] as const)
    const lines = [...new Map(all)].map(([name, cells]) => `${name} ${cells}\n`).toSorted()
    writeFileSync(goldenFile, lines.join(''))
    console.log(`${taken.size} golden pictures were written`)
    return hasPassed ? 0 : 1
  }
  const found = [...taken].flatMap(([name, cells]) => {
    const kept = golden.get(name)
    if (kept === undefined) return [`${name} has no golden picture: npm run goldens -- --write`]
    return difference(name, cells, kept) ?? []
  })
  for (const line of found) console.log(line)
  console.log(`${taken.size} pictures were compared, ${found.length} differ`)
  return hasPassed && found.length === 0 && taken.size > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv.includes('--write'))
